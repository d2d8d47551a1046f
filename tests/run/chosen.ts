/** The tests that the words after `npm test --` mean: parts of paths, then the name of a test. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/root.ts";
import { filesOf } from "../structure/imports.ts";

export interface Chosen {
  files: string[];
  /** A part of the names of the tests; empty: all of the files. */
  name: string;
}

/** Without a path, the files are those that have the name in their text. */
export function chosenTests(words: readonly string[]): Chosen {
  let files = filesOf("*.test.ts", "*.test.tsx", "*.spec.ts");
  const all = files.length;
  const rest = words.filter((word) => {
    const named = files.filter((file) => file.includes(word.replace(/^\.\//, "")));
    if (named.length > 0) files = named;
    return named.length === 0;
  });
  const name = rest.join(" ");
  if (files.length === all)
    files = files.filter((file) => readFileSync(join(root, file), "utf8").includes(name));
  return { files, name };
}
