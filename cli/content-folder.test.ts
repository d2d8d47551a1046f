import {
  cpSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { SAMPLE_CONTENT } from "../server/settings/env.ts";
import { readContentFolder } from "../server/content/content-folder.ts";
import { temporaryFolder } from "../tests/support/server.ts";
import { program } from "./content-folder.ts";

/** What a command prints, or the lines of its error. */
async function run(
  command: "init" | "check",
  folder: string,
): Promise<string[]> {
  vi.stubEnv("CONTENT_DIR", folder);
  const printed = vi.spyOn(console, "log").mockImplementation(() => {});
  onTestFinished(() => void vi.unstubAllEnvs());
  try {
    await program.parseAsync([command], { from: "user" });
    return printed.mock.calls.flat().map(String);
  } catch (error) {
    return String(error instanceof Error ? error.message : error).split("\n");
  }
}

async function checkSample(
  change: (folder: string) => void,
): Promise<{ folder: string; lines: string[] }> {
  const folder = join(temporaryFolder(), "words");
  cpSync(SAMPLE_CONTENT, folder, { recursive: true });
  change(folder);
  return { folder, lines: await run("check", folder) };
}

test("init copies the sample once; check names what it cannot check in another language", async () => {
  const folder = join(temporaryFolder(), "words");
  expect(await run("init", folder)).toEqual([
    `Copied the sample into ${folder}.`,
  ]);
  expect(await run("init", folder)).toEqual([
    expect.stringContaining("has files already"),
  ]);
  const site = join(folder, "site.yaml");
  writeFileSync(
    site,
    readFileSync(site, "utf8").replace("locale: en-US", "locale: de-DE"),
  );
  const unchecked =
    /^Nothing is wrong\.\nNot checked in de-DE, [^\n]* figures[^\n]*$/;
  expect((await run("check", folder)).at(-1)).toMatch(unchecked);
});

test("check ignores the files that editors and systems leave in the sample", async () => {
  const { lines } = await checkSample((folder) => {
    for (const name of [
      ".DS_Store",
      "home.yaml~",
      ".home.yaml.swp",
      "Thumbs.db",
      "trades/._hvac.yaml",
    ])
      writeFileSync(join(folder, name), "\xff\xfe");
  });
  expect(lines).toEqual(["Nothing is wrong."]);
});

test("check names all problems at once, each with the path of its file", async () => {
  const { folder, lines } = await checkSample((at) => {
    const home = readFileSync(join(at, "home.yaml"), "utf8");
    writeFileSync(
      join(at, "home.yaml"),
      home.replace(/^ {2}bookNow:/m, "  bookNwo:"),
    );
    const mail = readFileSync(join(at, "mail.yaml"), "utf8");
    writeFileSync(
      join(at, "mail.yaml"),
      Buffer.from(mail.replace("Hi {name}", "Für {name}"), "latin1"),
    );
    rmSync(join(at, "messages.yaml"));
    writeFileSync(
      join(at, "pages", "imprint.md"),
      "---\ntitle: Imprint\n---\n# Imprint\n\nOurs.\n",
    );
    writeFileSync(join(at, "pages", "Terms.MD"), "# Terms");
    mkdirSync(join(at, "pages", "old.md"));
    writeFileSync(join(at, "home 2.yaml"), "");
    writeFileSync(join(at, "pictures", "van.heic"), "no picture");
    writeFileSync(join(at, "analytics.html"), "<p>");
  });
  const problem = (file: string, sentence: string) =>
    expect.stringMatching(
      new RegExp(`^${folder}/${file}(?::\\d+:\\d+:)? ${sentence}`),
    );
  expect(lines).toEqual([
    problem("analytics.html", "must contain only script elements"),
    problem("mail.yaml", "the file has letters here that are not UTF-8"),
    problem("messages.yaml", "does not exist: copy it from the sample"),
    problem("pages/imprint.md", "the file begins with front matter"),
    problem(
      "home.yaml",
      "hero.bookNwo is no field: remove it, or correct its name",
    ),
    problem("home.yaml", "hero.bookNow is missing: copy it from the sample"),
    problem(
      "home 2.yaml",
      "is not read: the files of this folder are site.yaml",
    ),
    problem(
      "pages/Terms.MD",
      "is not read: a page is a file like pages/terms.md, in small letters",
    ),
    problem(
      "pages/old.md",
      "is not read: a page is a file like pages/terms.md, in small letters",
    ),
    problem("pictures/van.heic", "is not read: a picture is a PNG"),
  ]);
  expect(readContentFolder(folder).pictures["van.heic"]).toBeUndefined();
  const none = expect.stringMatching(
    /\/none\/ does not exist: correct CONTENT_DIR, or run /,
  );
  expect(await run("check", join(folder, "none"))).toEqual([none]);
});
