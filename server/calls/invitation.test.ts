import { describe, expect, test } from "vitest";
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

function fileFor(one: Call, recipient: string) {
  const file = callFile(one, recipient);
  if (!file) throw new Error("There is no file.");
  return file;
}
const toVisitor = (one: Call) => fileFor(one, VISITOR.address).text;

test("an invitation says when it was made, and invites the visitor alone, however the address is written", () => {
  const { method, text } = fileFor(call(), VISITOR.address.toUpperCase());
  expect(method).toBe("REQUEST");
  expect(text).toContain("\r\nDTSTAMP:20270220T083015Z\r\n");
  expect(text.match(/^ATTENDEE/gm)).toHaveLength(1);
});

test("the organizer's mailbox gets a file that invites nobody, and none for a cancellation", () => {
  for (const own of ["Hello@Agency.example", "hello+calls@agency.example"]) {
    const { method, text } = fileFor(call(), own);
    expect(method).toBeUndefined();
    expect(text).not.toMatch(/^(?:METHOD|ORGANIZER|ATTENDEE)/m);
    expect(readBack(text).value("uid")).toBe(call().booking.id);
    expect(callFile(call({ state: "cancelled" }), own)).toBeUndefined();
  }
});

test("another address of the agency is invited beside the visitor", () => {
  const other = fileFor(call(), "ben@agency.example");
  expect(other.method).toBe("REQUEST");
  expect(other.text.match(/^ATTENDEE/gm)).toHaveLength(2);
  expect(other.text.replaceAll("\r\n ", "")).toContain(
    ":mailto:ben@agency.example\r\n",
  );
  expect(
    fileFor(call({ state: "cancelled" }), "ben@agency.example").method,
  ).toBe("CANCEL");
  const visitor = { name: "Dana", address: "+12015550142@phone.invalid" };
  const called = fileFor(
    call({}, { visitor, location: "" }),
    "ben@agency.example",
  );
  expect(called.text).not.toMatch(/phone\.invalid|LOCATION/);
});

describe("what a visitor types", () => {
  const usual = readBack(toVisitor(call())).names;
  test.each([
    "Dana\r\nATTENDEE:mailto:eve@evil.example",
    "Dana\nATTENDEE:mailto:eve@evil.example\nX-EVIL:1",
    "Dana\rEND:VEVENT\rBEGIN:VEVENT",
    "Dana\u2028ATTENDEE:mailto:eve@evil.example\u0085X-EVIL:1\vX-EVIL:2\fX-EVIL:3",
    'Dana";X-EVIL=1:mailto:eve@evil.example',
    String.raw`Dana\, Ortiz\; and \n sons; ^n ^' \\`,
    "Ä😀é,;".repeat(60),
    "\0\u0001\ud800",
  ])("adds no property, and is read back: %j", (typed) => {
    const address = "a?subject=%0Ax#\r\nX:1@b.example";
    const more = { summary: `Call: ${typed}`, details: [typed] };
    const one = call({}, { visitor: { name: typed, address }, ...more });
    const { text } = fileFor(one, address);
    const { names, value, events, event } = readBack(text);
    expect(names).toEqual(usual);
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
});

test("the feed has every call, without a method that would invite anybody", () => {
  const other = "9c0f6a44-0000-4000-8000-000000000000";
  const calls = [
    call(),
    call({ state: "came" }),
    call({ id: other, state: "cancelled", sequence: 1 }),
  ];
  const { calendar, events } = readBack(
    feed(calls, LOCALE, "Calls, all of them"),
  );
  expect(calendar.getFirstPropertyValue("method")).toBe("PUBLISH");
  const refresh = calendar.getFirstPropertyValue("refresh-interval");
  expect(String(refresh)).toBe("PT15M");
  expect(feed(calls, LOCALE, "Calls, all of them")).toContain(
    String.raw`X-WR-CALNAME:Calls\, all of them`,
  );
  const valuesOf = (name: string) =>
    events.map((event) => event.getFirstPropertyValue(name));
  expect(valuesOf("uid")).toContain(other);
  expect(valuesOf("status").join()).toBe("CONFIRMED,CONFIRMED,CANCELLED");
  expect(events.flatMap((event) => event.getAllProperties("attendee"))).toEqual(
    [],
  );
  expect(readBack(feed([], LOCALE, "None")).events).toEqual([]);
});
