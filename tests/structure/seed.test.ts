/** Properties try the same values in every `npm test`, so a change that does not touch them cannot fail them. */
import fc from "fast-check";
import { expect, inject, test } from "vitest";

test("a property tries the values of the seed that the run has printed", () => {
  const { seed } = inject("properties");
  expect(fc.sample(fc.integer(), 5)).toEqual(fc.sample(fc.integer(), { seed, numRuns: 5 }));
});
