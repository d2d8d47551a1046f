import { expect, test } from "vitest";
import { timeLeft } from "./commands/list.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");

test.each([
  ["2026-11-21T11:59:30Z", "23 h 59 min"],
  ["2026-11-20T12:00:59Z", "0 min"],
  ["2026-11-20T11:00:00Z", "-1 h"],
  ["2026-11-08T09:00:00Z", "-12 d 3 h"],
])("a lead that is due at %s has %s", (dueAt, left) => {
  expect(timeLeft({ dueAt, answeredAt: undefined }, NOW)).toBe(left);
});

test("an answered lead shows no time left", () => {
  expect(timeLeft({ dueAt: "2026-11-20T11:00:00Z", answeredAt: "2026-11-20T10:00:00Z" }, NOW)).toBe(
    "answered",
  );
});
