import * as v from "valibot";
import { expect, test } from "vitest";
import { localeName, plural } from "./locale.ts";

test("a number takes its plural form", () => {
  const forms = {
    one: "{count} próba",
    few: "{count} próby",
    many: "{count} prób",
  };
  const texts = [1, 3, 5, 22].map((count) =>
    plural(forms, count, { tag: "pl" }),
  );
  expect(texts).toEqual(["1 próba", "3 próby", "5 prób", "22 próby"]);
});

test.each([
  ["english", "must be a language and a region"],
  ["xx-YY-ZZ-0", "must be a language and a region"],
  ["ar-EG", "must not be written from right to left"],
])("the locale %s is refused: it %s", (name, problem) => {
  expect(v.safeParse(localeName, name).issues?.[0]?.message).toContain(problem);
});
