/** Colors are content, except these, which no content should change. */
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const ELSEWHERE = {
  // Print colors.
  "site/styles/base.css": ["#000", "#333", "#fff"],
  // Masks, whose color is never visible.
  "site/pages/home/features.module.css": ["#000"],
  "site/pages/home/demo.css": ["rgb(5 8 10 / 80%)"],
};

test("no stylesheet has a color of its own", () => {
  const files = globSync("site/**/*.css");
  const found = files.map((file) => {
    const colors = readFileSync(file, "utf8").match(/#[\da-f]{3,8}\b|(?:rgb|hsl)a?\([^)]*\)/gi) ?? [];
    return [file, [...new Set(colors)].toSorted()] as const;
  });
  expect(Object.fromEntries(found.filter(([, colors]) => colors.length > 0))).toEqual(ELSEWHERE);
});
