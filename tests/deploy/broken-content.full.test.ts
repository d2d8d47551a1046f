/** Twelve folders with a mistake each: the site stays up as it was, and says one plain sentence. */
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { buildWhenStale } from "../../scripts/build/build-folder.ts";
import { root } from "../../scripts/root.ts";
import { readEnv, SAMPLE_CONTENT } from "../../server/configuration/env.ts";
import { contentProblems } from "../../server/rendering/content-problems.ts";
import { siteFolder } from "../../server/rendering/site-folder.ts";
import { newFolder } from "../machine/new-folder.ts";

beforeAll(buildWhenStale, 300_000);

const dataDir = newFolder();
const folder = (name: string) => {
  const contentDir = join(newFolder(), name);
  cpSync(SAMPLE_CONTENT, contentDir, { recursive: true });
  return contentDir;
};

function changed(contentDir: string, file: string, from: string | RegExp, to: string): void {
  const text = readFileSync(join(contentDir, file), "utf8");
  expect(text.replace(from, () => to)).not.toBe(text);
  writeFileSync(
    join(contentDir, file),
    text.replace(from, () => to),
  );
}

const show = async (contentDir: string, said: string[] = []) =>
  siteFolder(readEnv({ CONTENT_DIR: contentDir, DATA_DIR: dataDir }), (sentence) => said.push(sentence));

const mistakes: [what: string, sentence: RegExp, spoil: (contentDir: string) => void][] = [
  ["a colon", /a text has a colon in it/, (dir) => changed(dir, "home.yaml", "Sections", "Parts: all")],
  ["a comment", /words behind # would be lost/, (dir) => changed(dir, "home.yaml", "Sections", "We're #1")],
  [
    "an exclamation mark",
    /begins with an exclamation/,
    (dir) => changed(dir, "home.yaml", "Sections", "!new"),
  ],
  ["a tab", /indented with a tab/, (dir) => changed(dir, "home.yaml", "  menuLabel", "\tmenuLabel")],
  ["an open quote", /quotes does not end/, (dir) => changed(dir, "home.yaml", "Sections", '"Parts')],
  ["nothing", /menuLabel must not be empty/, (dir) => changed(dir, "home.yaml", "Sections", "")],
  ["a number", /is 24 to YAML, which is no text/, (dir) => changed(dir, "home.yaml", "Sections", "24")],
  ["a wrong name", /menuLabel is missing/, (dir) => changed(dir, "home.yaml", "menuLabel", "menuLable")],
  ["a name twice", /stands here twice/, (dir) => changed(dir, "home.yaml", "menuLabel: S", "menuButton: S")],
  ["no address", /must be a web address/, (dir) => changed(dir, "site.yaml", /siteUrl: .*/, "siteUrl: mine")],
  ["an unknown word", /must hold no word/, (dir) => changed(dir, "home.yaml", "Sections", "All {count}")],
  ["no file", /mail\.yaml does not exist: copy it/, (dir) => rmSync(join(dir, "mail.yaml"))],
];

test.each(mistakes)(
  "%s leaves the site as it was, and is named",
  async (_what, sentence, spoil) => {
    const good = folder("good");
    changed(good, "site.yaml", "brandName: Nightshift", "brandName: Moonlight");
    const site = await show(good);
    expect(site).not.toBe(join(root, "dist"));
    const broken = folder("broken");
    spoil(broken);
    const said: string[] = [];
    expect(await show(broken, said)).toBe(site);
    expect(said).toHaveLength(1);
    const [, ...lines] = said[0]?.split("\n") ?? [];
    expect(lines).toEqual([expect.stringMatching(sentence)]);
    expect(lines[0]).toMatch(/^content\/(?:home|site|mail)\.yaml/);
    expect(contentProblems(dataDir)).toBe(lines[0]);
    expect(await show(good)).toBe(site);
    expect(contentProblems(dataDir)).toBeUndefined();
  },
  60_000,
);
