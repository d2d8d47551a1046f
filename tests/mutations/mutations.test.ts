/** The planted faults fit the code as it is; `npm run test:mutations` tries whether a test notices each. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../scripts/root.ts";
import { readMutations } from "./mutations.ts";

const mutations = readMutations();

test("each fault can be planted at one place; where the code has changed, change its `find` in mutations.json", () => {
  const lost = mutations.filter(({ file, find, replace }) => {
    const text = existsSync(join(root, file)) ? readFileSync(join(root, file), "utf8") : "";
    return text.split(find).length !== 2 || find === replace;
  });
  expect(lost.map(({ file, find }) => `${file}: ${find}`)).toEqual([]);
});

test("there are at least 100, in every part, and each names what goes wrong and tests that there are", () => {
  expect(mutations.length).toBeGreaterThanOrEqual(100);
  const parts = new Set(mutations.map(({ file }) => file.split("/")[0]));
  expect(parts).toEqual(new Set(["cli", "contract", "scripts", "server", "site"]));
  expect(new Set(mutations.map(({ file, why }) => `${file} ${why}`)).size).toBe(mutations.length);
  expect(mutations.flatMap(({ near }) => near).filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
