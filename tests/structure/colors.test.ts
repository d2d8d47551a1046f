/** Colors are in `site/styles/tokens.css`, except these, for which a token would be wrong. */
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const ELSEWHERE = {
  "site/inbox/inbox.css": ["#0b57d0", "#fff"],
  // Print colors.
  "site/styles/base.css": ["#000", "#333", "#fff"],
  // A focus ring that is visible on both paper tones and on white.
  "site/styles/ticket.css": ["#0b57d0", "#fff"],
  // Input fields.
  "site/pages/book-call/field.module.css": ["#fff"],
  // Masks, whose color is never visible.
  "site/pages/home/features.module.css": ["#000"],
  "site/pages/home/demo.css": ["rgb(5 8 10 / 80%)"],
};

test("no other file than the tokens has a color of its own", () => {
  const files = globSync("site/**/*.css").filter((file) => !file.endsWith("tokens.css"));
  const found = files.map((file) => {
    const colors = readFileSync(file, "utf8").match(/#[\da-f]{3,8}\b|(?:rgb|hsl)a?\([^)]*\)/gi) ?? [];
    return [file, [...new Set(colors)].toSorted()] as const;
  });
  expect(Object.fromEntries(found.filter(([, colors]) => colors.length > 0))).toEqual(ELSEWHERE);
});
