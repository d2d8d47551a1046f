import fc from "fast-check";
import { expect, test } from "vitest";
import { parseFilters } from "./query.ts";
import { RestError } from "./errors.ts";

test.each([
  ["", 1],
  ["()", 2],
  ["(name.eq.Ada", 13],
  ["(name.eq.Ada))", 14],
  ["(name.noop.5)", 7],
  ["(name.in.5)", 10],
  ["(name.in.(5)", 13],
  ["(xor(name.eq.5))", 5],
  ["name.eq.5", 1],
])("joined filters %j is refused, with the position", (text, column) => {
  expect(() => parseFilters([["and", text]])).toThrow(
    `"failed to parse logic tree (${text})" (line 1, column ${column})`,
  );
});

test("joined filters with more conditions or deeper nesting than any store can follow are refused", () => {
  const deep = `${"(and".repeat(5_000)}(name.eq.5)${")".repeat(5_000)}`;
  expect(() => parseFilters([["and", deep]])).toThrow("Feature not implemented");
  const wide = `(${"name.eq.5,".repeat(100)}name.eq.5)`;
  expect(() => parseFilters([["or", wide]])).toThrow("Feature not implemented");
});

test("joined filters that make no sense are never more than an error of the REST API", () => {
  const word = fc.constantFrom(...'( ) , . " \\ and not. or name eq. in. is. null x'.split(" "), " ");
  fc.assert(
    fc.property(fc.array(word, { maxLength: 12 }), (words) => {
      try {
        parseFilters([["or", words.join("")]]);
      } catch (error) {
        expect(error).toBeInstanceOf(RestError);
      }
    }),
    { numRuns: 2_000 },
  );
});
