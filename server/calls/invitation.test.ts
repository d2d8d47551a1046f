import { expect, test } from "vitest";
import { LOCALE } from "../../tests/support/build.ts";
import { readBack } from "../../tests/support/read-back.ts";
import { callFile, feed, type Call } from "./invitation.ts";

const VISITOR = { name: "Dana Ortiz", address: "dana@ortizhvac.example" };
const AGENCY = { name: "Nightshift", address: "hello@agency.example" };

function call(
  changes: Partial<Call["booking"]> = {},
  more: Partial<Call> = {},
): Call {
  return {
    booking: {
      id: "0b3c9f1e-7a52-4d7b-9c1b-6f3a1f0d2e44",
      startsAt: "2027-03-01T14:00:00.000Z",
      endsAt: "2027-03-01T14:20:00.000Z",
      state: "booked",
      sequence: 0,
      updatedAt: "2027-02-20T08:30:15.123Z",
      ...changes,
    },
    zones: ["America/New_York", "Asia/Kolkata"],
    locale: LOCALE,
    organizer: AGENCY,
    visitor: VISITOR,
    summary: "Strategy call",
    location: "(201) 555-0142",
    details: [
      "We call you.",
      "Move or cancel it: https://agency.example/call/x",
    ],
    ...more,
  };
}

const fileFor = (one: Call, to: string) => callFile(one, to)?.text ?? "";

const CANCELED = call({ state: "cancelled", sequence: 1 });
const CALLER = { name: "Dana", address: "+12015550142@phone.invalid" };
/**
 * Who gets a file: the visitor, the mailbox
 * that invites, and another of the agency.
 */
const FILES = [
  [call(), VISITOR.address.toUpperCase()],
  [call(), "Hello@Agency.example"],
  [call(), "hello+calls@agency.example"],
  [CANCELED, AGENCY.address],
  [call(), "ben@agency.example"],
  [CANCELED, "ben@agency.example"],
  [call({}, { visitor: CALLER, location: "" }), "ben@agency.example"],
] as const;

test("each reader gets the file, and a subscriber the calls, of invitation.said.txt", async () => {
  const files = FILES.map(([one, to]) => [to, fileFor(one, to)]);
  const calls = [call(), call({ state: "came" }), CANCELED];
  const feeds = [calls, []].map((all) => feed(all, LOCALE, "Calls, all"));
  const said = [...files, feeds].flat().join("\n");
  await expect(said.replaceAll("\r", "\\r")).toMatchFileSnapshot(
    "invitation.said.txt",
  );
});

const USUAL = readBack(fileFor(call(), VISITOR.address)).names;
test.each([
  "Dana\r\nATTENDEE:mailto:eve@evil.example",
  "Dana\nATTENDEE:mailto:eve@evil.example\nX-EVIL:1",
  "Dana\rEND:VEVENT\rBEGIN:VEVENT",
  "Dana\u2028ATTENDEE:mailto:eve@evil.example\u0085X-EVIL:1\vX-EVIL:2\fX-EVIL:3",
  'Dana";X-EVIL=1:mailto:eve@evil.example',
  String.raw`Dana\, Ortiz\; and \n sons; ^n ^' \\`,
  "Ä😀é,;".repeat(60),
  "\0\u0001\ud800",
])("what a visitor types adds no property, and is read back: %j", (typed) => {
  const address = "a?subject=%0Ax#\r\nX:1@b.example";
  const more = { summary: `Call: ${typed}`, details: [typed] };
  const one = call({}, { visitor: { name: typed, address }, ...more });
  const { names, value, events, event } = readBack(fileFor(one, address));
  expect(names).toEqual(USUAL);
  expect(events).toHaveLength(1);
  expect(event.getFirstProperty("attendee")?.toJSON()).toEqual([
    "attendee",
    {
      cn: expect.any(String),
      partstat: "ACCEPTED",
      role: expect.any(String),
      rsvp: expect.any(String),
    },
    "cal-address",
    expect.stringMatching(/^mailto:[^?#\s]+$/),
  ]);
  const kept = typed
    .toWellFormed()
    .replace(/\r\n?|[\u0085\u2028\u2029\v\f]/g, "\n")
    .replace(/(?!\n)\p{Cc}/gu, "");
  expect(value("summary")).toBe(`Call: ${kept}`);
  expect(value("description").endsWith(`\n\n${kept}`)).toBe(true);
});
