import { expect, test } from "vitest";
import { isQuiet, mayTextLate, textReminderTime } from "./text-messages.ts";

const call = {
  startsAt: "2027-03-02T15:00:00.000Z",
  endsAt: "2027-03-02T15:20:00.000Z",
  zone: "America/New_York",
  state: "booked",
  phoneTyped: "(201) 555-0142",
  textConsent: "Text me.",
} as const;

test.each([
  ["America/New_York", "2027-03-02T15:00:00.000Z", "2027-03-02T14:00:00.000Z", "an hour before"],
  ["America/New_York", "2027-03-02T14:00:00.000Z", "2027-03-02T13:00:00.000Z", "at eight"],
  ["America/New_York", "2027-03-02T13:30:00.000Z", "2027-03-02T01:30:00.000Z", "on the evening before"],
  ["Europe/Berlin", "2027-03-02T21:30:00.000Z", "2027-03-02T19:30:00.000Z", "before nine in the evening"],
  // The clocks of New York go forward at two.
  [
    "America/New_York",
    "2027-03-14T12:30:00.000Z",
    "2027-03-14T01:30:00.000Z",
    "before a night that is an hour shorter",
  ],
  ["Asia/Kolkata", "2027-03-02T02:00:00.000Z", "2027-03-01T15:00:00.000Z", "in a zone of half hours"],
])("in %s the reminder of a call at %s comes at %s, %s", (zone, startsAt, at) => {
  expect(textReminderTime({ ...call, zone, startsAt })).toBe(at);
  expect(isQuiet(at, zone)).toBe(false);
});

test("without consent, for a number that could not be read, and in an unknown zone there is no reminder", () => {
  for (const changes of [{ textConsent: undefined }, { phoneTyped: undefined }, { zone: "Mars/Base" }])
    expect(textReminderTime({ ...call, ...changes })).toBeUndefined();
  expect(textReminderTime({ ...call, state: "cancelled" })).toBeUndefined();
  expect(isQuiet(call.startsAt, "Mars/Base")).toBe(true);
});

test.each([
  ["2027-03-02T13:59:59.999Z", false],
  ["2027-03-02T14:00:00.000Z", true],
  ["2027-03-02T15:19:59.999Z", true],
  ["2027-03-02T15:20:00.000Z", false],
])("at %s the agency may say that it is running late: %s", (now, may) => {
  expect(mayTextLate(call, now)).toBe(may);
  expect(mayTextLate({ ...call, textConsent: undefined }, now)).toBe(false);
  expect(mayTextLate({ ...call, zone: "Asia/Tokyo" }, now), "midnight in Tokyo").toBe(false);
});
