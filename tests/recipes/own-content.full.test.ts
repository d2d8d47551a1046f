/** The recipes "your logo", "a picture", "an FAQ" and "a page" of docs/recipes.md, followed on a copy of the project. */
import { spawnSync } from "node:child_process";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../scripts/root.ts";
import { copyProject } from "../fakes/project.ts";
import { temporaryFolder } from "../fakes/server.ts";

test("a logo, a portrait, a question and a page of one's own are files and lines of the content, and are built", () => {
  const project = temporaryFolder();
  copyProject(project);
  const content = (file: string) => join(project, "site", "content", file);
  const edit = (file: string, before: string, after: string): void => {
    const text = readFileSync(content(file), "utf8");
    expect(text).toContain(before);
    writeFileSync(content(file), text.replace(before, after));
  };
  const build = () => {
    const PATH = join(project, "node_modules", ".bin") + delimiter + dirname(process.execPath);
    const { stdout, stderr } = spawnSync(process.execPath, ["scripts/build.ts"], {
      cwd: project,
      encoding: "utf8",
      env: { PATH, SITE_URL: "https://www.agency.example" },
    });
    return stdout + stderr;
  };

  edit("site.ts", '["logo"] = null', '["logo"] = { picture: "logo.svg", replaces: "mark and name" }');
  edit("testimonials.ts", "rating: 5,", 'rating: 5,\n      picture: "marcus.jpg",');
  edit("faq.ts", "items: [", 'items: [{ question: "Do I keep my number?", answer: "Yes." },');
  edit("header.ts", '{ label: "TESTIMONIALS"', '{ label: "FAQ", id: "faq" },\n  { label: "TESTIMONIALS"');
  writeFileSync(content("pages/vans.md"), "# Our vans\n\nWhat we drive.\n\n![Our van](marcus.jpg)\n");
  copyFileSync(join(root, "docs/screenshots/home-360.jpg"), content("pictures/marcus.jpg"));
  const forgotten = build();
  expect(forgotten).toContain("site/content/pictures/logo.svg is not there, and the content names it");

  const logo = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40"><path d="M0 0h9v9"/></svg>';
  writeFileSync(content("pictures/logo.svg"), logo);
  expect(build()).toMatch(
    /Built \d+ pages[^]*\nIt does not start yet: SITE_URL is public.*ALLOW_SAMPLES=yes/,
  );
  const manifest = JSON.parse(readFileSync(join(project, "dist", "manifest.json"), "utf8"));
  const built = (path: string) => join(project, "dist", manifest.folder, "site", path);
  const html = readFileSync(built("index.html"), "utf8");
  const [, src = ""] =
    /<img src="(\/pictures\/logo-[\w-]{8}\.svg)" width="120" height="40" alt="[^"]+"/.exec(html) ?? [];
  expect(manifest.assets).toContain(src);
  expect(readFileSync(built(src), "utf8")).toBe(logo);
  expect(html).toMatch(/<img src="\/pictures\/marcus-[\w-]{8}\.jpg" width="360" height="\d+" alt=""/);
  expect(html).toContain("<summary>Do I keep my number?</summary>");
  expect(html).toContain('href="#faq"');
  expect(readFileSync(built("vans.html"), "utf8")).toMatch(
    /<img src="\/pictures\/marcus-[\w-]{8}\.jpg" alt="Our van"/,
  );
}, 300_000);
