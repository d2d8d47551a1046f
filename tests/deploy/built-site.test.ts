/**
 * The files of the built site, as search engines
 * and visitors get them without scripts.
 */

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { transformWithOxc } from "vite";
import { beforeAll, expect, test } from "vitest";
import type { Program } from "../../contract/http/build-manifest.ts";
import { shareImagePath } from "../../contract/http/routes.ts";
import { buildWhenStale, DIST } from "../../scripts/build/build-folder.ts";
import { ABOUT } from "../../server/content/render-site.ts";
import { PROGRAM } from "../../server/http/built-site.ts";
import { content } from "../content.ts";

beforeAll(buildWhenStale, 300_000);

const read = (file: string) => readFileSync(join(DIST, "site", file), "utf8");
const filesIn = (folder: string, pattern: string) =>
  globSync(pattern, { cwd: join(DIST, folder) }).map((file) =>
    join(folder, file),
  );

test("the picture of a link preview is 1200 by 630 pixels", () => {
  for (const name of ["", ...Object.keys(content.trades)]) {
    const png = readFileSync(join(DIST, "site", shareImagePath(name)));
    // Width and height are in the first chunk. Source: PNG specification, IHDR.
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
  }
});

test("search engines get every page, and the agency or a trade's service and questions, but no review", async () => {
  const [trade = ""] = Object.keys(content.trades);
  const described = ["index", trade].map((page) => {
    const [, json = ""] =
      /<script type="application\/ld\+json">(.*?)<\/script>/.exec(
        read(`${page}.html`),
      ) ?? [];
    return JSON.stringify(JSON.parse(json), null, 1);
  });
  const said = [...described, read("sitemap.xml"), read("robots.txt")];
  await expect(said.join("\n")).toMatchFileSnapshot("search.said.txt");
});

test("the notices of the code and fonts that the site carries are beside them", () => {
  for (const name of ["react-dom", "lucide", "Big Shoulders", "Sofia Sans"])
    expect(read("licenses.txt")).toContain(name);
});

test("the icon of the landing page is in its HTML, and pictures are files of the site", () => {
  const [, icon = ""] =
    /<link rel="icon" href="([^"]*)"/.exec(read("index.html")) ?? [];
  // An inline icon is smaller than the headers of a response.
  expect(decodeURIComponent(icon)).toMatch(
    /^data:image\/svg\+xml,<svg .*<\/svg>$/,
  );
  expect(read(content.pictures["trades.svg"]?.src ?? "")).toContain("<symbol");
});

test("no built file has a secret, and no file for visitors names the inbox", () => {
  const files = filesIn("", "**/*.*");
  expect(files.length).toBeGreaterThan(30);
  for (const file of files) {
    const text = readFileSync(join(DIST, file), "utf8");
    expect(text, file).not.toMatch(/ns_link_|whsec_|sb_secret_|METRICS_KEY/);
    if (file.startsWith("site/"))
      expect(text.includes("/inbox"), file).toBe(false);
  }
});

test("the scripts have names of their text, and only syntax that old browsers can read; the styles have no nesting", async () => {
  const scripts = filesIn("site/assets", "*.js");
  expect(scripts).not.toEqual([]);
  for (const file of scripts) {
    expect(file, "a name that changes").toMatch(/-[\w-]{6}\.js$/);
    const source = readFileSync(join(DIST, file), "utf8");
    const written = async (target: string) =>
      (await transformWithOxc(source, file, { target })).code;
    expect(await written("es2020"), file).toBe(await written("esnext"));
    expect(source, file).not.toMatch(/\(\?<[=!]/);
  }
  const [, styles] =
    /<style[^>]*>(.*?)<\/style>/s.exec(read("index.html")) ?? [];
  expect(styles).toContain("{");
  expect(styles).not.toMatch(/&/);
});

const STYLES: [kind: string, own: string, others: string][] = [
  ["home", "--until-bar", "border-collapse"],
  ["trade", ".trade-drawing", "border-collapse"],
  ["markdown", "border-collapse", ".trade-drawing"],
  ["call", ".call-moment", ".trade-drawing"],
  ["bookCall", ".ticket-head", ".call-moment"],
  ["error", ":root", ".ticket-head"],
];

test.each(STYLES)(
  "a page of the kind %s has the styles that its module imports, and no others",
  (kind, own, others) => {
    const { styles }: Program = JSON.parse(
      readFileSync(join(DIST, PROGRAM, ABOUT), "utf8"),
    );
    expect(styles[0]?.pages, "which later styles change").toContain(kind);
    const text = styles
      .filter(({ pages: kinds }) => kinds.includes(kind))
      .map((style) => style.text)
      .join("");
    expect([text.includes(own), text.includes(others)]).toEqual([true, false]);
  },
);
