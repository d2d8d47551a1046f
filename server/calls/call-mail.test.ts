import type { Email } from "postal-mime";
import { expect, test } from "vitest";
import { content } from "../../tests/content.ts";
import {
  bookingEvent,
  LINKS,
  mailSettings,
  outgoing,
} from "../../tests/support/outgoing.ts";
import { AGENCY } from "../../tests/support/build.ts";
import { readBack } from "../../tests/support/read-back.ts";
import { leadRow } from "../../tests/support/leads.ts";
import { written } from "../../tests/support/written-mail.ts";
import { VISITOR } from "../../contract/mail/delivery.ts";
import { NOT_ASKED } from "../../contract/lead/lead.ts";
import { callLink } from "../deliveries/signed-links.ts";
import type { Outgoing } from "../deliveries/outbox-rows.ts";
import { chatMessage } from "../deliveries/webhook-channel.ts";
import { chatLetter } from "./letters.ts";

const LATER = {
  startsAt: "2026-11-24T15:00:00.000Z",
  endsAt: "2026-11-24T15:20:00.000Z",
};

function calendarOf({ attachments }: Email) {
  const parts = attachments.filter(({ mimeType }) =>
    /calendar|ics/.test(mimeType),
  );
  const texts = parts.map(({ content: part }) =>
    typeof part === "string" ? part : new TextDecoder().decode(part),
  );
  expect(new Set(texts).size).toBe(1);
  return readBack(texts[0] ?? "");
}

function checked(url: string, purpose: "booking" | "schedule", day: string) {
  return LINKS.verify(
    new URL(url).searchParams.get("token") ?? "",
    purpose,
    Date.parse(day),
  );
}

const movedFrom = "2026-11-20T15:00:00.000Z";
const ANA = "ana@agency.example";

/** What both sides read of a call, by who booked, moved or canceled it. */
const CALLS = (
  [
    ["booking.created", VISITOR],
    ["booking.created", undefined],
    ["booking.moved", VISITOR],
    ["booking.moved", ANA],
    ["booking.cancelled", VISITOR],
  ] as const
).flatMap(([type, by]) => {
  const reason = type === "booking.cancelled" ? "Found someone" : undefined;
  const event = { ...bookingEvent(type), by, movedFrom, reason };
  const kinds = ["booking", "invitation"] as const;
  return kinds.map((kind) => ({ kind, event }));
});

const BOOKED = { kind: "booking", event: bookingEvent() } as const;
const UNNUMBERED = bookingEvent("booking.created", { phone: "" });
const CALLER = leadRow(1, {
  company_name: NOT_ASKED,
  email: "+12015550142@phone.invalid",
});

const MAILS: readonly Partial<Outgoing>[] = [
  { kind: "confirmation" },
  { kind: "notification", againOf: "1", owner: ANA },
  { kind: "notification", againOf: "1", againSince: movedFrom },
  {
    kind: "notification",
    wish: { phone: "+12015550142", at: LATER.startsAt, zone: "Asia/Kolkata" },
    visit: { from: "google", campaign: {} },
    owner: "owner@agency.example",
  },
  { kind: "notification", lead: CALLER },
  ...CALLS,
  { ...BOOKED, suspected: true },
  { ...BOOKED, target: "desk@mail.agency.example" },
  { ...BOOKED, event: UNNUMBERED },
  { ...BOOKED, lead: CALLER },
  { kind: "invitation", event: UNNUMBERED },
  { kind: "call-reminder" },
  {
    kind: "missed",
    event: bookingEvent("booking.missed", { state: "missed" }),
  },
  { kind: "confirmation", event: bookingEvent() },
  { kind: "link", event: bookingEvent() },
  { kind: "link" },
];

const withoutTokens = (text = "") =>
  text.replaceAll(/token=[\w.-]+/g, "token=");

test("each mail, and the message to a chat, says what stands in call-mail.said.txt", async () => {
  const settings = mailSettings({
    place: { kind: "phone", from: "(201) 555-0188" },
  });
  const said: string[] = [];
  for (const mail of MAILS) {
    const read = await written(mail, settings);
    const people = [...(read.to ?? []), ...(read.replyTo ?? [])];
    const files = read.attachments.map(({ filename, method, disposition }) =>
      [filename, method, disposition].filter(Boolean).join(" "),
    );
    const about = [
      mail.kind,
      ...people.map(({ address }) => address),
      ...files,
    ];
    said.push(`== ${about.join(", ")}`, `${read.subject}\n`);
    said.push(withoutTokens(read.text));
  }
  for (const call of CALLS.filter(({ kind }) => kind === "booking")) {
    const letter = chatLetter(outgoing({ ...call, kind: "webhook" }), settings);
    const [text = ""] = Object.values(chatMessage("slack", letter));
    said.push("== slack", `${withoutTokens(text)}\n`);
  }
  await expect(said.join("\n")).toMatchFileSnapshot("call-mail.said.txt");
});

test("the mails of a moved call are drawn as in call-mail.drawn.txt", async () => {
  const moved = CALLS.filter(({ event }) => event.type === "booking.moved");
  const mails = moved.filter(({ event }) => event.by === VISITOR);
  const drawn: string[] = [];
  for (const mail of mails)
    drawn.push(withoutTokens((await written(mail)).html));
  await expect(drawn.join("\n")).toMatchFileSnapshot("call-mail.drawn.txt");
});

test("an invitation is updated and withdrawn under one UID, with a higher SEQUENCE each time", async () => {
  const events = [
    bookingEvent(),
    bookingEvent("booking.moved", { ...LATER, sequence: 1 }),
    bookingEvent("booking.cancelled", { ...LATER, sequence: 2 }),
  ];
  for (const kind of ["invitation", "booking"] as const) {
    const read = [];
    for (const event of events) {
      const calendar = calendarOf(await written({ kind, event }));
      const names = ["sequence", "status", "dtstart", "uid"];
      read.push([calendar.method, ...names.map(calendar.value)]);
    }
    const uid = read[0]?.at(-1);
    expect(read).toEqual([
      ["REQUEST", "0", "CONFIRMED", "2026-11-23T15:00:00Z", uid],
      ["REQUEST", "1", "CONFIRMED", "2026-11-24T15:00:00Z", uid],
      ["CANCEL", "2", "CANCELLED", "2026-11-24T15:00:00Z", uid],
    ]);
  }
});

test.each([
  [0, "Move or cancel the call", ["Move", "Cancel"], ""],
  [
    24,
    "Move or cancel the call until Sun, Nov 22, 3:00 PM GMT",
    ["Move", "Cancel"],
    "\n\nMove or cancel the call until Sun, Nov 22, 3:00 PM GMT\n",
  ],
  [96, "See the call", ["See the call"], ""],
])(
  "if changes need notice of %i hours, the invitation offers “%s”, and so do the mail's buttons",
  async (changeNoticeHours, offer, buttons, until) => {
    const mail = await written({ kind: "invitation" }, { changeNoticeHours });
    const offered = mail.text?.matchAll(/\n(.+):\nhttps:/g) ?? [];
    expect(Array.from(offered, ([, label]) => label)).toEqual([
      "Add to my calendar",
      ...buttons,
    ]);
    expect(mail.text).toContain(until);
    expect(calendarOf(mail).value("description")).toContain(
      `\n${offer}: https://`,
    );
  },
);

test("a visitor's mail has the time in both zones, the number and the link, but no typed text", async () => {
  const lead = leadRow(1, {
    name: "Dana https://spam.example",
    company_name: "Buy now",
  });
  const mail = await written({ kind: "invitation", lead });
  const { booking = expect.fail() } = bookingEvent();
  const url = LINKS.url(AGENCY.siteUrl, callLink(booking));
  expect(mail.text).toContain(
    `Add to my calendar:\n${url}#calendars\n\nMove:\n${url}&move\n\nCancel:\n${url}#cancel\n`,
  );
  expect(checked(url, "booking", "2027-11-01")).toMatchObject({
    kind: "valid",
    subject: booking.id,
  });
  expect(mail.text).not.toMatch(/spam|Buy now|Missed calls/);
  expect(JSON.stringify(calendarOf(mail).event)).not.toMatch(/spam|Buy now/);
  expect(calendarOf(mail).value("description")).toMatch(/GMT[^]*Eastern Time/);
});

test("a call in the agency's calendar has the lead; its mail has no number to tap while it looks like spam", async () => {
  const mail = await written({ ...BOOKED, suspected: true });
  expect(mail.html).toContain(`top: 10px solid ${content.colors.signal}`);
  expect(mail.html).not.toContain('href="tel:');
  // A mail program shows this line in its list, beside the subject, but not in the mail.
  expect((await written(BOOKED)).html).toMatch(
    /display: none[^>]*>Somebody on your team booked a call\. Missed calls/,
  );
  const { value } = calendarOf(mail);
  expect(value("description")).toContain(
    "Number to call: +442079460958\n\nDana Ortiz, Ortiz HVAC",
  );
  expect(value("description")).not.toContain("We call");
  expect(value("summary")).toContain("Dana Ortiz");
  expect(value("description")).toMatch(/Eastern Time[^]*GMT/);
  const ofCaller = calendarOf(await written({ ...BOOKED, lead: CALLER }));
  expect(ofCaller.value("description")).not.toContain("@");
});

test.each([
  ["booking.created", "done", undefined, true],
  ["booking.moved", "done", "Before: Fri, Nov 20, 10:00\u00a0AM", true],
  [
    "booking.cancelled",
    "paper-rule",
    "Monday, November\u00a023<br>10:00\u00a0AM",
    false,
  ],
] as const)(
  "the mails about %s differ at a glance: a time that holds is largest, another is struck",
  async (type, edge, struck, isLargest) => {
    const here = bookingEvent(type, { zone: "America/New_York" });
    for (const kind of ["invitation", "booking"] as const) {
      const event = { ...here, movedFrom };
      const { html = "" } = await written({ kind, event });
      expect(html).toContain(`border-top: 10px solid ${content.colors[edge]}`);
      expect(/<s>(.*?)<\/s>/.exec(html)?.[1]).toBe(struck);
      expect(/<h1[^>]*>Monday/.test(html)).toBe(isLargest);
    }
  },
);

test("a visitor who missed the call gets a link to open times, in the thread of the mails", async () => {
  const event = bookingEvent("booking.missed", { state: "missed" });
  const mail = await written({ kind: "missed", event });
  expect(mail.references).toContain(event.booking?.leadId);
  const [url = ""] = /https:\S+schedule\?token=\S+/.exec(mail.text ?? "") ?? [];
  expect(checked(url, "schedule", "2026-12-01")).toMatchObject({
    kind: "valid",
  });
});

test("a cancellation calls nobody, and a meeting has its link", async () => {
  const cancelled = await written({
    kind: "invitation",
    event: bookingEvent("booking.cancelled"),
  });
  const described = calendarOf(cancelled).value("description");
  expect(described).not.toContain("We call");
  const place = { kind: "link", url: "https://meet.example/room" } as const;
  const online = await written({ kind: "invitation" }, { place });
  expect(online.text).toContain(
    "Join the call here: https://meet.example/room",
  );
  expect(calendarOf(online).value("location")).toBe(place.url);
  const toUs = calendarOf(await written({ kind: "booking" }, { place }));
  expect(toUs.value("description")).toContain(place.url);
});

test.each([
  ["2026-11-22T15:00:00Z", "Mon, Nov 23, 3:00 PM: reminder of your call"],
  ["2026-11-23T14:00:00Z", "Mon, Nov 23, 3:00 PM: your call is in 1 hour"],
])("the reminder at %s has the subject %s", async (at, subject) => {
  const now = () => Date.parse(at);
  const mail = await written({ kind: "call-reminder" }, { now });
  expect(mail.subject).toBe(subject);
});

test("a subject of release 1.0.0 names the day and the clock", async () => {
  const own = structuredClone(content.mail);
  own.call.visitor.dayBefore.subject = "{day} at {clock}";
  const now = () => Date.parse("2026-11-22T15:00:00Z");
  const mail = await written({ kind: "call-reminder" }, { now, content: own });
  expect(mail.subject).toBe("Tomorrow at 3:00 PM");
});

test.each(["invitation", "call-reminder", "booking"] as const)(
  "where a browser knew other rules of the zone, the %s has the time that was tapped",
  async (kind) => {
    const event = bookingEvent("booking.created", {
      zone: "-05:00[America/Winnipeg]",
    });
    const { text = "" } = await written({ kind, event });
    expect(text).toContain("Winnipeg (GMT\u22125)");
    expect(text).not.toContain("9:00 AM");
  },
);
