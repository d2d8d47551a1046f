import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readCsv, writeCsv } from "./csv.ts";

describe("comma-separated values", () => {
  test("are written with quotes where PostgreSQL puts them", () => {
    const record = ["plain", "", "two words", 'a "b"', "a,b", "(x)", "line\nbreak", "c:\\d"];
    const names = record.map((_, index) => `c${index}`);
    expect(writeCsv(names, [record])).toBe(
      'c0,c1,c2,c3,c4,c5,c6,c7\nplain,"","two words","a ""b""","a,b","(x)","line\nbreak","c:\\d"',
    );
  });

  test("have no names when there is no row", () => {
    expect(writeCsv(["a"], [])).toBe("\n");
  });

  test("are read with any line break, with quotes, and with NULL for nothing", () => {
    expect(readCsv('a,b\r\n1,"x ""y"",\n"\r\n\r\nNULL,"NULL"\n,\n')).toEqual([
      { a: "1", b: 'x "y",\n' },
      { a: null, b: "NULL" },
      { a: "", b: "" },
    ]);
    expect(readCsv("a,b")).toEqual([]);
  });

  test.each([
    ["", "Empty or invalid csv"],
    ["a,a\n1,2", "Empty or invalid csv"],
    ['a\n"x', "Empty or invalid csv"],
    ['a\nx"y', "Empty or invalid csv"],
    ["a,b\nfoo,bar\nbaz", "All lines must have same number of fields"],
  ])("%j is refused", (text, message) => {
    expect(() => readCsv(text)).toThrow(message);
  });

  test("come back as they went out", () => {
    const value = fc.string({ unit: "grapheme" });
    fc.assert(
      fc.property(fc.array(fc.tuple(value, value), { minLength: 1 }), (records) => {
        fc.pre(records.every((record) => !record.includes("NULL")));
        expect(readCsv(writeCsv(["a", "b"], records))).toEqual(records.map(([a, b]) => ({ a, b })));
      }),
    );
  });
});
