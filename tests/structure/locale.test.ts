/** What differs with language and region is formatted in one folder, by the locale of the content. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../scripts/root.ts";
import { filesOf } from "./imports.ts";

/** A name of a language in code, and a formatter; `new Intl.DateTimeFormat()` asks for the reader's zone. */
const FORMATS =
  /"en(?:-US)?"|new Intl\.(?!Segmenter|Locale)\w+\((?!\)|\[\])|\.toLocale(?:Date|Time)?String\(\)|lang="en"/;

test("no other file of the site, the contract or the server writes dates, numbers or a language", () => {
  const files = filesOf().filter(
    (file) =>
      /^(?:site|contract|server)\/.*\.tsx?$/.test(file) &&
      !/\.test\.tsx?$|^contract\/locale\//.test(file) &&
      FORMATS.test(readFileSync(join(root, file), "utf8")),
  );
  expect(files).toEqual([]);
});
