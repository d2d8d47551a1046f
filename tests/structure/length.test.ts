/** A file holds one concept, and can be read in one go. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../scripts/root.ts";
import { sources } from "./imports.ts";

test("no file of the product has 300 lines or more", () => {
  const long = sources.filter((file) => readFileSync(join(root, file), "utf8").split("\n").length > 300);
  expect(long).toEqual([]);
});
