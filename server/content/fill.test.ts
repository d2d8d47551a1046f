import { cpSync, readFileSync, rmSync, statSync, chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newFolder } from "../../tests/machine/new-folder.ts";
import { SAMPLE_CONTENT } from "../configuration/env.ts";
import { readContentFolder } from "./content-folder.ts";
import { loadContent } from "./content.ts";
import { fillContent } from "./fill.ts";

/** An own folder, with texts of its own, that lacks these lines of the sample. */
function ownFolder(changes: Record<string, [from: string | RegExp, to: string][]>): string {
  const folder = join(newFolder(), "content");
  cpSync(SAMPLE_CONTENT, folder, { recursive: true });
  for (const [file, list] of Object.entries(changes)) {
    let text = read(folder, file);
    for (const [from, to] of list) {
      expect(text.replace(from, to)).not.toBe(text);
      text = text.replace(from, to);
    }
    writeFileSync(join(folder, file), text);
  }
  return folder;
}

const read = (folder: string, file: string) => readFileSync(join(folder, file), "utf8");
const load = (folder: string) => loadContent({}, readContentFolder(folder));

test("texts that a release adds come from the sample, in their order, and no other line changes", () => {
  const folder = ownFolder({
    "home.yaml": [
      ["  skipLink: Skip to content\n", "  # Ours.\n"],
      ["  menuLabel: Sections\n", ""],
      ["  newTab: Opens in a new tab\n", "  # The end of the header.\n"],
      ["  menuButton: Menu\n", "  menuButton: 'Our # menu'\n"],
      [/sections:\n(?: .*\n)+/, ""],
    ],
    "trades/hvac.yaml": [[/\n {2}lead: .*/, ""]],
  });
  chmodSync(join(folder, "home.yaml"), 0o640);
  const before = read(folder, "home.yaml").split("\n");
  const added = fillContent(folder, SAMPLE_CONTENT);
  expect(added.toSorted()).toEqual([
    "content/home.yaml: header.menuLabel",
    "content/home.yaml: header.newTab",
    "content/home.yaml: header.skipLink",
    "content/home.yaml: sections",
    expect.stringMatching(/^content\/trades\/hvac\.yaml: \w+\.lead$/),
  ]);
  const after = read(folder, "home.yaml");
  const lines = after.split("\n");
  expect(lines.filter((line, index) => lines.indexOf(line) === index && before.includes(line))).toEqual(
    before.filter((line, index) => before.indexOf(line) === index),
  );
  expect(after).toContain("  menuButton: 'Our # menu'\n  menuLabel: Sections\n");
  expect(after).toContain("  backHome: BACK TO HOME\n  newTab: Opens in a new tab\n");
  const sample = load(SAMPLE_CONTENT);
  const { header, ...others } = load(folder);
  expect({ ...others, header: { ...header, menuButton: sample.header.menuButton } }).toEqual(sample);
  expect(statSync(join(folder, "home.yaml")).mode & 0o777).toBe(0o640);
  expect(fillContent(folder, SAMPLE_CONTENT)).toEqual([]);
});

test("a file that a release adds is the sample's; what may be left out stays left out", () => {
  const folder = ownFolder({ "home.yaml": [[/\n +sample: true/, ""]] });
  rmSync(join(folder, "messages.yaml"));
  expect(fillContent(folder, SAMPLE_CONTENT)).toEqual(["content/messages.yaml"]);
  expect(read(folder, "messages.yaml")).toBe(read(SAMPLE_CONTENT, "messages.yaml"));
});

test("a list of one's own gets the texts of the sample's entry at its place, also between braces", () => {
  const folder = ownFolder({
    "home.yaml": [[/^sections:\n(?: .*\n)+/m, "sections: [{ id: hero }, { label: ABOUT, id: about }]\n"]],
  });
  expect(fillContent(folder, SAMPLE_CONTENT)).toEqual(["content/home.yaml: sections.0.label"]);
  expect(read(folder, "home.yaml")).toContain('sections: [{ label: "HOME", id: hero }, { label: ABOUT, id');
});
