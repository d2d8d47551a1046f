import { describe, expect, test } from "vitest";
import { parsePrefer, preferenceApplied, timeZone } from "./prefer.ts";

describe("Prefer", () => {
  test("is a list; of two values for one preference the first holds", () => {
    expect(parsePrefer(" return=minimal ,count=exact,return=representation")).toEqual({
      return: "minimal",
      count: "exact",
    });
    expect(parsePrefer(undefined)).toEqual({});
  });

  test("ignores what it does not know, and refuses it when handling is strict", () => {
    expect(parsePrefer("anything, return=all, respond-async")).toEqual({});
    expect(() => parsePrefer("handling=strict, anything, return=all")).toThrow(/handling=strict/);
    expect(() => parsePrefer("handling=strict, return=minimal=x")).toThrow(/handling=strict/);
    expect(() => parsePrefer("handling=strict, max-affected")).toThrow(/handling=strict/);
    expect(parsePrefer("handling=strict, max-affected=5, tx=commit")).toEqual({
      handling: "strict",
      tx: "commit",
    });
  });

  test("is reported back as far as it had an effect, in one order", () => {
    const preferences = parsePrefer(
      "timezone=America/New_York, count=exact, tx=rollback, return=minimal, missing=default, handling=lenient",
    );
    expect(preferenceApplied(preferences, "insert")).toBe(
      "missing=default, return=minimal, count=exact, handling=lenient, timezone=America/New_York",
    );
    expect(preferenceApplied(preferences, "read")).toBe(
      "count=exact, handling=lenient, timezone=America/New_York",
    );
    expect(preferenceApplied({}, "insert")).toBeUndefined();
  });

  test("names a time zone that exists", () => {
    expect(timeZone({})).toBe("UTC");
    expect(timeZone({ timezone: "America/Los_Angeles" })).toBe("America/Los_Angeles");
    expect(() => timeZone({ timezone: "Mars/Base" })).toThrow(
      'invalid value for parameter "TimeZone": "Mars/Base"',
    );
    for (const timezone of ["+05:30", "-4"]) expect(() => timeZone({ timezone })).toThrow("not implemented");
  });
});
