import { expect, test } from "vitest";
import {
  calendar,
  event,
  scope,
} from "../../../tests/support/calendar-text.ts";
import { readInThread } from "./read-in-thread.ts";

const CALENDAR = calendar(event("DTSTART:20261202T120000Z", "DURATION:PT1H"));
const utf16 = Buffer.from(`\uFEFF${CALENDAR}`, "utf16le");

test.each([
  ["UTF-8", Buffer.from(CALENDAR)],
  ["UTF-8 with a mark", Buffer.from(`\uFEFF${CALENDAR}`)],
  ["UTF-16, little end first", utf16],
  ["UTF-16, big end first", Buffer.from(utf16).swap16()],
])("a calendar of %s is read", async (_, bytes) => {
  const look = scope("2026-11-21", "2027-01-21");
  expect(await readInThread(bytes, look)).toMatchObject({
    busy: [{ startsAt: "2026-12-02T12:00:00.000Z" }],
  });
});
