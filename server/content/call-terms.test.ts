/**
 * Pages must say of the call what the settings
 * say. Hours that never open are refused.
 */

import { expect, test } from "vitest";
import { parse } from "yaml";
import type { WorkingHours } from "../../contract/call/booking.ts";
import { sample, withParts } from "../../tests/content.ts";
import { loadContent } from "./content.ts";

const schedule = parse(sample.texts["schedule.yaml"] ?? "");

const build = (changes: Partial<WorkingHours>, settings = {}) => {
  const parts = { workingHours: { ...schedule.workingHours, ...changes } };
  return loadContent(settings, withParts("schedule.yaml", parts));
};

test("the delivered settings say what the specification says", () => {
  expect(JSON.stringify(build({}).contact.terms)).toMatch(
    /"15-20 minutes".*"By phone or video"/,
  );
});

test("one length of calls, and a meeting link, are named", () => {
  const place = { kind: "link", url: "https://a.example/{id}" } as const;
  const callMinutes = { from: 20, to: 20 };
  const weekly = [{ ...always, to: "09:20" }];
  const { contact } = build({ callMinutes, place, weekly });
  expect(JSON.stringify(contact.terms)).toMatch(/"20 minutes".*"By video"/);
});

test.each(["http://a.example/{id}", "https://a.example/{ID}"])(
  "the meeting link %s is refused",
  (url) => {
    expect(() => build({ place: { kind: "link", url } })).toThrow(
      "must be like https://meet.example/{id}",
    );
  },
);

const always = { days: ["monday"], from: "09:00", to: "17:00" } as const;

test.each([
  [
    "a notice beyond all days",
    { noticeHours: 72, horizonDays: 2 },
    "noticeHours is 72, but calls open only 72 hours ahead (horizonDays)",
  ],
  ["no hours", { weekly: [] }, "weekly names no hours"],
  [
    "hours too short",
    { weekly: [{ ...always, to: "09:15" }] },
    "no hours of weekly hold a call of 20 min",
  ],
])(
  "a calendar with %s does not build, unless another page takes the bookings",
  (_what, changes, problem) => {
    expect(() => build(changes)).toThrow(
      `schedule.yaml: no call can ever be booked: ${problem}`,
    );
    expect(
      build(changes, { schedulingUrl: "https://book.example" }).workingHours,
    ).toMatchObject(changes);
  },
);
