import type { Email } from "postal-mime";
import { expect, test } from "vitest";
import { NOT_ASKED } from "../../contract/lead/lead.ts";
import { VISITOR } from "../../contract/mail/delivery.ts";
import { content } from "../../tests/content.ts";
import { AGENCY } from "../../tests/support/build.ts";
import { leadRow } from "../../tests/support/leads.ts";
import {
  bookingEvent,
  LINKS,
  mailSettings,
  outgoing,
} from "../../tests/support/outgoing.ts";
import { listOf } from "../../tests/support/said.tsx";
import { written } from "../../tests/support/written-mail.ts";
import type { Outgoing } from "../deliveries/outbox-rows.ts";
import type { MailSettings } from "../deliveries/settings.ts";
import { callLink } from "../deliveries/signed-links.ts";
import { chatMessage } from "../deliveries/webhook-channel.ts";
import { chatLetter } from "./letters.ts";

const LATER = "2026-11-24T15:00:00.000Z";

/**
 * The file of a mail's call, without its folds. A mail program gets it twice.
 */
function calendarIn({ attachments }: Email): string {
  const parts = attachments.filter(({ mimeType }) =>
    /calendar|ics/.test(mimeType),
  );
  const texts = parts.map(({ content: part }) =>
    typeof part === "string" ? part : new TextDecoder().decode(part),
  );
  const [text = ""] = texts;
  expect(texts.every((other) => other === text)).toBe(true);
  return text.replaceAll("\n ", "");
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
).flatMap(([type, by], sequence) => {
  const reason = type === "booking.cancelled" ? "Found someone" : undefined;
  const event = { ...bookingEvent(type, { sequence }), by, movedFrom, reason };
  const kinds = ["booking", "invitation"] as const;
  return kinds.map((kind) => ({ kind, event }));
});

const BOOKED = { kind: "booking", event: bookingEvent() } as const;
const UNNUMBERED = bookingEvent("booking.created", { phone: "" });
const CALLER = leadRow(1, {
  company_name: NOT_ASKED,
  email: "+12015550142@phone.invalid",
});

const IN_WINNIPEG = bookingEvent("booking.created", {
  zone: "-05:00[America/Winnipeg]",
});
const NOWHERE = bookingEvent("booking.created", { zone: "Mars/Olympus" });
const MEETING = {
  place: { kind: "link", url: "https://meet.example/room" },
} as const;
const at = (time: string) => ({ now: () => Date.parse(time) });

const JAPANESE = structuredClone(content.mail);
JAPANESE.call.see = "通話を見る：";

const HOSTED = { host: { name: "Alex <b>", role: "Strategy" } };
const ODD_URL = 'https://calendar.example/?a="b&c';
const ODD_SITE = {
  ...mailSettings().site,
  brandName: '<b>"&',
  contactPhone: "(201) 555-0142",
};

type Mail = [mail: Partial<Outgoing>, settings?: Partial<MailSettings>];

const MAILS: readonly Mail[] = [
  [{ kind: "confirmation" }],
  [
    { kind: "confirmation" },
    { ...HOSTED, site: ODD_SITE, schedulingUrl: ODD_URL },
  ],
  [{ kind: "invitation" }, HOSTED],
  [{ kind: "notification", againOf: "1", owner: ANA }],
  [{ kind: "notification", againOf: "1", againSince: movedFrom }],
  [
    {
      kind: "notification",
      wish: { phone: "+12015550142", at: LATER, zone: "Asia/Kolkata" },
      visit: { from: "google", campaign: {} },
      owner: "owner@agency.example",
    },
  ],
  [{ kind: "notification", lead: CALLER }],
  [{ kind: "notification", lead: leadRow(1, { name: "👩‍🔧".repeat(21) }) }],
  [{ kind: "notification", wish: { phone: "", zone: "UTC" } }],
  ...CALLS.map((mail): Mail => [mail]),
  [{ ...BOOKED, suspected: true }],
  [{ ...BOOKED, target: "desk@mail.agency.example" }],
  [{ ...BOOKED, event: UNNUMBERED }],
  [{ ...BOOKED, lead: CALLER }],
  [{ kind: "invitation", event: UNNUMBERED }],
  [{ kind: "call-reminder" }],
  [
    {
      kind: "missed",
      event: bookingEvent("booking.missed", { state: "missed" }),
    },
  ],
  [{ kind: "confirmation", event: bookingEvent() }],
  [{ kind: "link", event: bookingEvent() }],
  [{ kind: "link" }],
  [BOOKED, MEETING],
  [{ kind: "invitation" }, MEETING],
  [{ kind: "invitation" }, { changeNoticeHours: 24 }],
  [{ kind: "invitation" }, { changeNoticeHours: 96, content: JAPANESE }],
  [{ kind: "call-reminder" }, { changeNoticeHours: 96 }],
  [{ kind: "call-reminder" }, at("2026-11-22T15:00:00Z")],
  [{ kind: "call-reminder" }, at("2026-11-23T14:00:00Z")],
  [{ kind: "call-reminder", event: IN_WINNIPEG }],
  [{ kind: "invitation", event: IN_WINNIPEG }],
  [{ kind: "invitation", event: NOWHERE }],
  [{ ...BOOKED, event: IN_WINNIPEG }],
];

const withoutTokens = (text = "") =>
  text.replaceAll(/token=[\w.-]+/g, "token=");

test("each mail, and the message to a chat, says what stands in call-mail.said.txt", async () => {
  const place = { kind: "phone", from: "(201) 555-0188" } as const;
  const said: string[] = [];
  for (const [mail, settings] of MAILS) {
    const read = await written(mail, { place, ...settings });
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
    said.push(withoutTokens(`${read.text}${calendarIn(read)}`));
  }
  for (const call of CALLS.filter(({ kind }) => kind === "booking")) {
    const letter = chatLetter(
      outgoing({ ...call, kind: "webhook" }),
      mailSettings(),
    );
    const [text = ""] = Object.values(chatMessage("slack", letter));
    said.push("== slack", `${withoutTokens(text)}\n`);
  }
  await expect(said.join("\n")).toMatchFileSnapshot("call-mail.said.txt");
});

test("each mail is drawn as in call-mail.drawn.txt", async () => {
  const drawn: Record<string, string> = {};
  for (const [number, [mail, settings]] of MAILS.entries()) {
    const { html = "" } = await written(mail, settings);
    drawn[`${number}: ${mail.kind}`] = withoutTokens(
      // All mails have the same styles.
      number > 0 ? html.replace(/<style.*?<\/style>/s, "") : html,
    );
  }
  await expect(listOf(drawn, content.mail)).toMatchFileSnapshot(
    "call-mail.drawn.txt",
  );
});

test("a visitor's mail has the link of the call, but no typed text", async () => {
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
  expect(mail.text + calendarIn(mail)).not.toMatch(/spam|Buy now|Missed calls/);
});

test("a visitor who missed the call gets a link to open times, in the thread of the mails", async () => {
  const event = bookingEvent("booking.missed", { state: "missed" });
  const mail = await written({ kind: "missed", event });
  expect(mail.references).toContain(event.booking?.leadId);
  const [url = ""] = /https:\S+schedule\?token=\S+/.exec(mail.text ?? "") ?? [];
  expect(checked(url, "schedule", "2026-12-01")).toMatchObject({
    kind: "valid",
  });
});

test("a subject of release 1.0.0 names the day and the clock", async () => {
  const own = structuredClone(content.mail);
  own.call.visitor.moved.subject = "{day} at {clock}, was {former}";
  const settings = { ...at("2026-11-22T15:00:00Z"), content: own };
  const event = { ...bookingEvent("booking.moved"), movedFrom };
  const mail = await written({ kind: "invitation", event }, settings);
  expect(mail.subject).toMatch(/^Tomorrow at 3:00.PM, was .*20, 3:00.PM GMT$/);
});
