import fc from "fast-check";
import { expect, test } from "vitest";
import { hasDuplicateKeys } from "./json-keys.ts";

test.each([
  ['{"a":1,"a":2}', true],
  ['{"a":1,"\\u0061":2}', true],
  ['[{"a":1},{"b":{"c":1,"d":[{"c":1,"c":2}]}}]', true],
  ['{"":1,"":2}', true],
  ['{"__proto__":1,"__proto__":2}', true],
  ['{"a":"a","b":"a"}', false],
  ['{"a":{"a":{"a":1}}}', false],
  ['[{"a":1},{"a":2}]', false],
  ['["a","a"]', false],
  ['{"a":"\\"a\\":1,\\"a\\":2"}', false],
  ['{"a\\\\":1,"a":2}', false],
  ["5", false],
])("%s names a key twice: %s", (json, expected) => {
  expect(hasDuplicateKeys(json)).toBe(expected);
});

test("what is written from an object never names a key twice, and with its first key again it does", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), (object) => {
      const json = JSON.stringify(object);
      expect(hasDuplicateKeys(json)).toBe(false);
      const key = JSON.stringify(Object.keys(object)[0]);
      expect(hasDuplicateKeys(`${json.slice(0, -1)},${key}:1}`)).toBe(true);
    }),
  );
});

test("the deepest text that a body can hold is read without a stack", () => {
  expect(hasDuplicateKeys("[".repeat(32_000) + "]".repeat(32_000))).toBe(false);
});
