/** Identifiers use the words of docs/vocabulary.md and none of those that they replace. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor } from "vite";
import { expect, test } from "vitest";
import { root } from "../../scripts/root.ts";
import { sources } from "./imports.ts";

/** In lower case, as one word of an identifier. */
const REPLACED = new Set(
  "lane lanes intake trouble troubled asks asked gives tell tells told invented voices words hold held everywhere filling signs".split(
    " ",
  ),
);
/** In lower case, as the whole identifier. */
const REPLACED_WHOLE = new Set(["door", "isowner", "turnaway", "turnedaway"]);

const wordsOf = (name: string) =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[ _$]+/);

test("no identifier has a word that the vocabulary replaced", () => {
  const found = new Set<string>();
  let checked = 0;
  for (const file of sources) {
    const check = ({ name }: { name: string }) => {
      checked++;
      if (REPLACED_WHOLE.has(name.toLowerCase()) || wordsOf(name).some((word) => REPLACED.has(word)))
        found.add(`${file}: ${name}`);
    };
    new Visitor({ Identifier: check, JSXIdentifier: check }).visit(
      parseSync(file, readFileSync(join(root, file), "utf8")).program,
    );
  }
  expect([...found]).toEqual([]);
  expect(checked).toBeGreaterThan(10_000);
});
