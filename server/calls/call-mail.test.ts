import type { Email } from "postal-mime";
import { expect, test } from "vitest";
import { content } from "../../tests/content.ts";
import {
  bookingEvent,
  LINKS,
  mailSettings,
  outgoing,
} from "../../tests/support/outgoing.ts";
import { AGENCY, FORM } from "../../tests/support/build.ts";
import { readBack } from "../../tests/support/read-back.ts";
import { leadRow } from "../../tests/support/leads.ts";
import { written } from "../../tests/support/written-mail.ts";
import { VISITOR } from "../../contract/mail/delivery.ts";
import { NOT_ASKED } from "../../contract/lead/lead.ts";
import { callLink } from "../deliveries/signed-links.ts";
import { chatLetter } from "./letters.ts";

const { call, links } = content.mail;

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
  expect(mail.to).toMatchObject([{ address: lead.email }]);
  expect(mail.text).toContain(
    "You're booked\n\nMonday, November 23\n3:00 PM\nLondon (GMT), 10:00 AM EST for us\n",
  );
  expect(mail.text).toContain("Who: We call +44 20 7946 0958\n");
  expect(mail.text).toContain(call.attached);
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

test("until a call is canceled, its mails name the agency's number, and what to have ready", async () => {
  const settings = mailSettings({
    place: { kind: "phone", from: "(201) 555-0142" },
  });
  const more = [
    "From: (201) 555-0142. Save it",
    settings.schedulePage.ready,
    "Didn't request this?",
  ];
  for (const [type, kind, says] of [
    ["booking.created", "invitation", true],
    ["booking.created", "call-reminder", true],
    ["booking.cancelled", "invitation", false],
  ] as const) {
    const event = bookingEvent(type);
    const { text } = await written({ kind, event }, settings);
    for (const words of more) expect(text?.includes(words)).toBe(says);
  }
  const { text } = await written({ kind: "invitation", event: bookingEvent() });
  expect(text).not.toContain("From:");
  const host = { name: "Alex", role: "Strategy" };
  expect((await written({ kind: "invitation" }, { host })).text).toContain(
    "Who: Alex calls +44",
  );
});

test("the mailbox that mails are sent from gets a file to add by hand, and no invitation", async () => {
  const target = "desk@mail.agency.example";
  const event = bookingEvent("booking.moved");
  const mail = await written({ kind: "booking", target, event });
  expect(mail.text).toContain(call.own.moved);
  expect(mail.attachments).toMatchObject([
    { filename: "call.ics", disposition: "attachment" },
  ]);
});

test("the agency reads the lead, who booked the call, and that the booking looks like spam", async () => {
  const event = { ...bookingEvent(), by: "ana@agency.example" };
  const mail = await written({ kind: "booking", event, suspected: true });
  expect(mail).toMatchObject({
    subject: "Mon, Nov 23, 10:00 AM: Dana Ortiz, call booked (Ortiz HVAC)",
    to: [{ address: "owner@agency.example" }],
    replyTo: [{ address: leadRow(1).email }],
  });
  expect(mail.text).toContain(
    "Dana Ortiz\nOrtiz HVAC\n\nLooks like spam\n\nMonday, November 23\n10:00 AM\nEastern Time (EST)\n\nAna booked a call. The time is reserved",
  );
  for (const said of [
    "+44 20 7946 0958",
    "Missed calls after 5pm",
    "Show this lead",
    "They work until Fri, Nov 27",
  ])
    expect(mail.text).toContain(said);
  expect(mail.text).toMatch(
    new RegExp(`\n${links.judge}:\n.+/answer\\?[^]*\nShow this lead:\n`),
  );
  expect(mail.html).toContain(`top: 10px solid ${content.colors.signal}`);
  expect(mail.html).not.toContain('href="tel:');
  expect(mail.text).toContain(
    "In the visitor's time zone:\n> Mon, Nov 23, 3:00 PM, London (GMT)",
  );
  const { value } = calendarOf(mail);
  expect(value("description")).toContain(
    "Number to call: +442079460958\n\nDana Ortiz, Ortiz HVAC",
  );
  expect(value("description")).not.toContain("We call");
  expect(value("summary")).toContain("Dana Ortiz");
  expect(value("description")).toMatch(/Eastern Time[^]*GMT/);
  const withoutPhone = bookingEvent("booking.created", { phone: "" });
  const unnumbered = await written({ kind: "booking", event: withoutPhone });
  expect(unnumbered.text).not.toContain("Number to call:");
  // A mail program shows this line in its list, beside the subject, but not in the mail.
  expect(unnumbered.html).toMatch(
    /display: none[^>]*>Somebody on your team booked a call\. Missed calls/,
  );
  const chat = chatLetter(outgoing({ kind: "webhook", event }), mailSettings());
  expect(chat.subject).toBe(mail.subject);
  const lead = leadRow(1, {
    company_name: NOT_ASKED,
    email: "+12015550142@phone.invalid",
  });
  const ofCaller = await written({ kind: "booking", lead });
  expect(ofCaller.subject).toContain(
    "Dana Ortiz, call booked (+1 201 555 0142)",
  );
  expect(ofCaller.text).not.toContain(NOT_ASKED);
  expect(calendarOf(ofCaller).value("description")).not.toContain("@");
  expect(ofCaller.replyTo).toBeUndefined();
  const noted = await written({ kind: "notification", lead });
  expect(noted.text).toContain("\nCall (201) 555-0142:\ntel:");
  expect(noted.text).not.toContain("mailto:");
});

test.each([
  ["+44 20 7946 0958", ["Call +44 20 7946 0958", "Answer by email"]],
  ["", ["Answer by email"]],
  ["ask for Dana", ["Call ask for Dana", "Answer by email"]],
])(
  "in the agency's mail about a call to %j the visitor's words come first, then how to answer",
  async (phone, ways) => {
    const event = bookingEvent("booking.created", { phone });
    const { text = "", html } = await written({ kind: "booking", event });
    const first = ways.map((way) => text.indexOf(`${way}:\n`));
    const words = text.indexOf("> Missed calls after 5pm\n> Slow quotes\n");
    const rest = text.indexOf(`${FORM.fields.name.label}:`);
    const order = [0, words, ...first, rest];
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(html?.match(/href="(?:tel|mailto):/g)).toHaveLength(ways.length);
    expect(html).toMatch(/20px[^>]*>Missed calls/);
  },
);

const FRIDAY = "Before: Fri, Nov 20, 10:00 AM";
const ANA = "ana@agency.example";

test.each([
  ["booking.created", VISITOR, ["Booked a call."]],
  ["booking.created", undefined, ["Somebody on your team booked a call."]],
  ["booking.moved", VISITOR, ["Moved the call.", "", FRIDAY]],
  ["booking.moved", ANA, ["Ana moved the call.", "", FRIDAY]],
  ["booking.cancelled", VISITOR, ["Canceled the call."]],
] as const)(
  "after %s by %s the agency reads who did what, and when the call was",
  async (type, by, news) => {
    const movedFrom =
      type === "booking.moved" ? "2026-11-20T15:00:00.000Z" : undefined;
    const { text = "" } = await written({
      kind: "booking",
      event: { ...bookingEvent(type), by, movedFrom },
    });
    expect(text.split("\n").slice(0, 7 + news.length)).toEqual([
      "Dana Ortiz",
      "Ortiz HVAC",
      "",
      ...news,
      "",
      "Monday, November 23",
      "10:00 AM",
      "Eastern Time (EST)",
    ]);
    expect(text).toContain(
      type === "booking.cancelled"
        ? "The visitor's number:"
        : "\nNumber to call:",
    );
  },
);

test("no line breaks within a number", async () => {
  const shown = `<span style="white-space: nowrap">+44 20 7946 0958</span>`;
  const { html } = await written({ kind: "booking" });
  expect(html).toContain(`>Call ${shown}</a>`);
  const invitation = await written({ kind: "invitation" });
  expect(invitation.html).toContain(`>We call ${shown}</td>`);
});

const NEW_YORK = { zone: "America/New_York" };

test.each([
  [
    "booking.created",
    "booked",
    "call booked",
    "done",
    "You're booked",
    undefined,
    true,
  ],
  [
    "booking.moved",
    "moved",
    "new time for your call",
    "done",
    "Your call has moved",
    "Before: Fri, Nov 20, 10:00\u00a0AM",
    true,
  ],
  [
    "booking.cancelled",
    "canceled",
    "call canceled",
    "paper-rule",
    "Your call is canceled",
    "Monday, November\u00a023<br>10:00\u00a0AM",
    false,
  ],
] as const)(
  "the mails about %s differ at a glance: a time that holds is largest, another is struck",
  async (...row) => {
    const [type, became, subject, edge, firstLine, struck, isLargest] = row;
    const event = {
      ...bookingEvent(type, NEW_YORK),
      movedFrom: "2026-11-20T15:00:00.000Z",
    };
    const toVisitor = await written({ kind: "invitation", event });
    expect(toVisitor.text?.split("\n")[0]).toBe(firstLine);
    const toAgency = await written({ kind: "booking", event });
    // A phone shows the beginning of a subject alone.
    const time = "Mon, Nov 23, 10:00 AM:";
    expect([toVisitor.subject, toAgency.subject]).toEqual([
      `${time} ${subject}`,
      `${time} Dana Ortiz, call ${became} (Ortiz HVAC)`,
    ]);
    for (const { html = "" } of [toVisitor, toAgency]) {
      expect(html).toContain(`border-top: 10px solid ${content.colors[edge]}`);
      expect(/<s>(.*?)<\/s>/.exec(html)?.[1]).toBe(struck);
      expect(/<h1[^>]*>Monday/.test(html)).toBe(isLargest);
    }
  },
);

test("who asks for a lost link finds the call's time, who calls, and how to move or cancel", async () => {
  const event = bookingEvent();
  const { text } = await written({ kind: "link", event });
  expect(text).toContain(
    "Here's your link\n\nMonday, November 23\n3:00 PM\nLondon (GMT), ",
  );
  expect(text).toMatch(
    /\nWho: We call [^]*\nSee the call:\n[^]*\nMove:\n[^]*\nCancel:\n/,
  );
  const { text: again } = await written({ kind: "confirmation", event });
  expect(again).toMatch(/^You have a call already:\n\nMonday[^]*\nMove:\n/);
  const { text: offer } = await written({ kind: "link" });
  expect(offer).toContain("\nPick a time:\nhttps:");
});

test("a visitor who missed the call gets a link to open times, in the thread of the mails", async () => {
  const event = bookingEvent("booking.missed", { state: "missed" });
  const mail = await written({ kind: "missed", event });
  expect(mail.subject).toBe("Mon, Nov 23, 3:00 PM: sorry we missed you");
  expect(mail.text).toContain(
    "Sorry we missed you\n\nMonday, November 23\n3:00 PM\nLondon (GMT), ",
  );
  expect(mail.text).not.toContain("Have ready");
  expect(mail.references).toContain(event.booking?.leadId);
  expect(mail.attachments).toEqual([]);
  const [url = ""] = /https:\S+schedule\?token=\S+/.exec(mail.text ?? "") ?? [];
  expect(checked(url, "schedule", "2026-12-01")).toMatchObject({
    kind: "valid",
  });
});

test("why a visitor canceled is in the agency's mail, and not in the visitor's", async () => {
  const event = {
    ...bookingEvent("booking.cancelled"),
    reason: "Found someone",
  };
  expect((await written({ kind: "booking", event })).text).toContain(
    "(EST)\n\nWhy, in the visitor's words\n\n> Found someone\n\nShow this lead:\nhttps:",
  );
  expect((await written({ kind: "invitation", event })).text).not.toContain(
    "Found someone",
  );
  const chat = chatLetter(outgoing({ kind: "webhook", event }), mailSettings());
  expect(JSON.stringify(chat.body)).toContain("Found someone");
});

test("a reminder has no calendar file, a cancellation offers times, a meeting has its link", async () => {
  const reminder = await written({ kind: "call-reminder" });
  expect(reminder.text).toContain("Reminder\n\nMonday, November 23\n3:00 PM\n");
  expect(reminder.attachments).toEqual([]);
  const cancelled = await written({
    kind: "invitation",
    event: bookingEvent("booking.cancelled"),
  });
  const described = calendarOf(cancelled).value("description");
  expect(described).not.toContain("We call");
  expect(cancelled.text).toContain(
    "Pick a time:\nhttps://agency.example/schedule?token=schedule.",
  );
  const place = { kind: "link", url: "https://meet.example/room" } as const;
  const online = await written({ kind: "invitation" }, { place });
  expect(online.text).toContain(
    "Join the call here: https://meet.example/room",
  );
  expect(calendarOf(online).value("location")).toBe(place.url);
  const toUs = calendarOf(await written({ kind: "booking" }, { place }));
  expect(toUs.value("description")).toContain(place.url);
  const event = bookingEvent("booking.created", { phone: "" });
  expect((await written({ kind: "invitation", event })).text).toContain(
    call.noPhone,
  );
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
