import { expect, test } from "vitest";
import { booking, detail, LATER } from "../../tests/pseudo/inbox-views.ts";
import { cancellationsOf } from "./remove-leads.ts";

const TEAM = ["ana@agency.example", "ben@agency.example"];
const NOW = "2027-03-01T12:00:00.000Z";

const lead = (changes: object, email = "dana@ortiz.example") => ({
  ...detail,
  outcome: undefined,
  lead: { ...detail.lead, email },
  bookings: [{ ...booking, state: "booked" as const, startsAt: LATER }],
  ...changes,
});

test.each([
  ["the visitor and the agency of a call to come", lead({}), [["dana@ortiz.example", ...TEAM]]],
  ["the agency alone of a caller's", lead({}, "+12015550142@phone.invalid"), [TEAM]],
  ["the agency alone of a suspected lead's", lead({ outcome: "suspected" }), [TEAM]],
  ["nobody of a call that is over", lead({ bookings: [{ ...booking, startsAt: NOW }] }), []],
  ["nobody of a call that was cancelled", lead({ bookings: [{ ...booking, state: "cancelled" }] }), []],
] as const)("a deletion is mailed to %s", (_who, one, mailed) => {
  expect(cancellationsOf([one], TEAM, NOW).map((each) => each.mailed)).toEqual(mailed);
});
