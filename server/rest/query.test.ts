import { expect, test } from "vitest";
import { parseFilters, readTime, writeTime } from "./query.ts";

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

test.each([
  ["2026-11-20T12:00:00.000Z", "2026-11-20T12:00:00+00:00"],
  ["2026-11-20T12:00:00.500Z", "2026-11-20T12:00:00.5+00:00"],
  ["2026-11-20T10:20:30.000Z", "2026-11-20T10:20:30+00:00"],
])("%s is written as PostgreSQL writes it, and read back", (iso, written) => {
  expect(writeTime(iso)).toBe(written);
  expect(readTime(written)).toBe(iso);
});

test.each([
  ["2026-11-20", "2026-11-20T00:00:00.000Z"],
  ["2026-11-20 12:30", "2026-11-20T12:30:00.000Z"],
  ["2026-11-20t12:30:15z", "2026-11-20T12:30:15.000Z"],
  ["2026-11-20T12:30:15.1234-0330", "2026-11-20T16:00:15.123Z"],
  ["2026-11-20T12:30:15.123456+02", "2026-11-20T10:30:15.123Z"],
  ["2026-11-20T12:30:15 02:00", "2026-11-20T10:30:15.000Z"],
  ["9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"],
])("a time is read %s", (text, iso) => {
  expect(readTime(text)).toBe(iso);
});

test.each([
  "",
  "yesterday",
  "5",
  "2026-02-30",
  "2026-13-01",
  "2026-11-20T25:00",
  "2026-11-20 12:00:00 PST",
  "2026-11-20T12:00:00+99:99",
  "9999-12-31T23:59:59-14:00",
  "0000-01-01",
  "0001-01-01T00:00:00+14:00",
])("a time is read but %j is not", (text) => {
  expect(readTime(text)).toBeUndefined();
});
