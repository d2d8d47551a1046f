import { NOT_ASKED } from "../../contract/lead/lead.ts";
import { expect, test } from "vitest";
import type { CalendarState } from "../../contract/call/booking.ts";
import { INBOX_FIELDS } from "./fields.ts";
import type { MachineState } from "./list/machine.ts";
import { DEFAULT_LIST } from "./list/list-query.ts";
import type { Health, LeadDetail } from "../../contract/inbox/leads-admin.ts";
import { fillIn } from "../../contract/content/fill-in.ts";
import { HOUR_MS, isoTime } from "../../contract/durations.ts";
import { INBOX } from "../../contract/http/routes.ts";
import { content } from "../../tests/content.ts";
import {
  booking,
  detail,
  draw,
  lead,
  NO_ALARMS,
  NO_LEADS,
  NOW,
  views,
  type InboxView,
  type ViewOf,
} from "../../tests/support/inbox-views.ts";
import { createInboxPages } from "./pages.tsx";

const noFonts = { fonts: [], theme: { own: "", letters: "" } };
const pages = createInboxPages({ ...content, logo: null }, noFonts);

function rendered(view: InboxView): string {
  const html = draw(pages, view, { now: NOW, timeZone: "UTC" });
  return html.slice(html.indexOf("<main"));
}

const EMPTY: ViewOf<"list"> = {
  view: "list",
  query: DEFAULT_LIST,
  list: { leads: [], total: 0 },
  filters: NO_LEADS,
  today: undefined,
  alarms: NO_ALARMS,
};

/** The text of the list. @param changes what differs from an empty inbox */
function listText(changes: Partial<ViewOf<"list">> = {}): string {
  const html = rendered({ ...EMPTY, ...changes });
  return html.replaceAll(/<[^>]+>/g, " ").replaceAll("&#x27;", "'");
}

const { calendar, lateBackup, failedDeliveries } = content.inbox;
const { mailFailing, mailWritten, withheld } = content.inbox;
const { left, overdue } = content.inbox;
const { states, asked } = content.calls;
const { outcomes } = content.leadContent;
const { storeFault, contentProblems, hidesVisitors } = content.inbox;
const triedAt = "2027-03-01T11:57:00.000Z";
const failing = fillIn(calendar.failing, { number: 1 });
const machine = (state: Partial<MachineState>) => ({
  alarms: {
    ...NO_ALARMS,
    machine: { ...NO_ALARMS.machine, ...state },
  },
});
const calendars = (state: Partial<CalendarState>) =>
  machine({
    calendars: [{ id: "x", number: 1, triedAt, skipped: [], ...state }],
  });
const health = (changes: Partial<Health>) => ({
  alarms: { ...NO_ALARMS, health: { ...NO_ALARMS.health, ...changes } },
});
const withheldLeads = [{ id: "1", name: "Ada" }];
const unanswered = {
  outcome: undefined,
  answeredAt: undefined,
  owner: undefined,
};
const open: LeadDetail = { ...detail, ...unanswered, deliveries: [] };
const dead = {
  id: "1",
  kind: "webhook",
  target: "",
  state: "dead",
  attempts: 3,
  nextAt: NOW,
} as const;
const listOf = (one: LeadDetail) => ({ list: { ...EMPTY.list, leads: [one] } });

test.each<[string, Partial<ViewOf<"list">>, string]>([
  [
    "which calendar fails, and when it was last read",
    calendars({ readAt: "2027-03-01T02:00:00.000Z", reason: "It is gone." }),
    `${failing} It is gone. ${fillIn(calendar.copy, { time: "Mar 1, 2:00 AM UTC" })}`,
  ],
  [
    "a calendar that was never read",
    calendars({ reason: "Gone." }),
    `${failing} Gone. ${calendar.never}`,
  ],
  [
    "a calendar without events, which had many",
    calendars({ readAt: triedAt, failingSince: triedAt, reason: "Empty." }),
    fillIn(calendar.emptied, { number: 1 }),
  ],
  [
    "events that cannot be read",
    calendars({ readAt: triedAt, skipped: ["2027-03-09", "2027-04-01"] }),
    fillIn(calendar.skipped, { number: 1, dates: "2027-03-09, 2027-04-01" }),
  ],
  [
    "a mail to the agency that fails",
    health({ mailToAgencyFailing: 1 }),
    mailFailing.one,
  ],
  [
    "a mail that waits, with its lead",
    health({ withheld: 1, withheldLeads }),
    `${withheld.one}   Ada`,
  ],
  [
    "a late backup",
    machine({ backupAges: { local: 200_000 } }),
    lateBackup.local,
  ],
  [
    "a late backup elsewhere",
    machine({ backupAges: { elsewhere: 200_000 } }),
    lateBackup.elsewhere,
  ],
  [
    "why no lead can be stored",
    machine({ fault: "The disk is full." }),
    `${storeFault} The disk is full.`,
  ],
  [
    "the mistake in the words",
    machine({ contentProblems: "site.yaml: brandName is missing." }),
    `${contentProblems} site.yaml: brandName is missing.`,
  ],
  [
    "a proxy that hides visitors",
    machine({ hidesVisitors: true }),
    hidesVisitors,
  ],
  ["a mail that is only a file", health({ written: 1 }), mailWritten.one],
  [
    "failed deliveries of a lead",
    listOf({ ...open, deliveries: [dead, dead, dead] }),
    fillIn(failedDeliveries, { count: 3 }),
  ],
  [
    "the number of a call",
    listOf({ ...open, bookings: [booking] }),
    booking.phone,
  ],
  [
    "a follow-up of another year",
    listOf({ ...open, followUpOn: "2099-03-01" }),
    "Mar 1, 2099",
  ],
])("the list shows %s, and an empty inbox does not", (_, changes, text) => {
  expect(listText()).not.toContain(text);
  expect(listText(changes)).toContain(text);
});

const answered = { ...open, answeredAt: NOW, bookings: [] };
const due = (hours: number) => ({
  ...open,
  bookings: [],
  dueAt: isoTime(Date.parse(NOW) + hours * HOUR_MS),
});
const over = { ...booking, endsAt: NOW };
const ahead = { ...booking, endsAt: detail.dueAt };
const within = (time: string) => fillIn(left, { time });

test.each<[string, LeadDetail, string, string]>([
  ["spam", { ...answered, outcome: "spam" }, "spam", outcomes.spam],
  ["an answered lead", answered, "answered", content.inbox.answered],
  ["a call", { ...answered, bookings: [ahead] }, "booked", states.booked],
  ["a call that is over", { ...answered, bookings: [over] }, "soon", asked],
  [
    "an open lead of such a call",
    { ...due(4), bookings: [over] },
    "",
    within("4 hr"),
  ],
  ["a lead that is due soon", due(3), "soon", within("3 hr")],
  ["a late lead", due(-2), "overdue", fillIn(overdue, { time: "2 hr" })],
])("the badge of %s says so", (_, one, look, words) => {
  const plain = { ...one, followUpOn: undefined, test: false };
  const html = rendered({ ...EMPTY, ...listOf(plain) });
  const badges = html.matchAll(/class="badge ?([^"]*)">([^<]*)</g);
  expect(Array.from(badges, ([, ...shown]) => shown)).toEqual([[look, words]]);
});

test("a reply greets by first name and quotes the lead; the page links phone numbers", () => {
  const problems =
    "Call (201) 555-0142 or +1 201.555.0143\nRoom 12, 24/7 & 50%";
  const name = "\u05d3\u05e0\u05d4 Ortiz";
  const question = {
    ...lead,
    name,
    problems,
    additional_info: "",
    selected_service: "fax-answering",
  };
  const view = {
    view: "mail-lead",
    detail: { ...detail, lead: question, wish: undefined },
    token: "",
  } as const;
  const html = rendered(view);
  expect(html).toContain("fax-answering");
  const [, href = ""] = /href="(mailto:[^"]*body[^"]*)"/.exec(html) ?? [];
  const mailto = new URL(href.replaceAll("&amp;", "&"));
  const greeting = fillIn(content.leadContent.greeting, {
    name: "\u05d3\u05e0\u05d4",
  });
  const body = `${greeting}\r\n\r\n\r\n> ${problems.replace("\n", "\r\n> ")}`;
  const subject = content.leadContent.replySubject;
  expect(mailto.pathname).toBe(lead.email);
  expect(Object.fromEntries(mailto.searchParams)).toEqual({ subject, body });
  const dialed = [...html.matchAll(/href="(tel:[^"]*)"/g)].map(
    ([, number]) => number,
  );
  expect(dialed).toEqual(
    expect.arrayContaining(["tel:2015550142", "tel:+12015550143"]),
  );
  const long = {
    ...view.detail,
    lead: { ...question, problems: "\u044f\n".repeat(900) },
  };
  const [longReply = ""] =
    /mailto:[^"]*body[^"]*/.exec(rendered({ ...view, detail: long })) ?? [];
  expect(longReply.length, "what mail programs accept").toBeLessThan(2_000);
});

test("the list shows a caller's name alone if nobody asked for the name of the business", () => {
  expect(
    listText(listOf({ ...open, lead: { ...lead, company_name: NOT_ASKED } })),
  ).not.toContain(NOT_ASKED);
});

test("a caller's email field asks for email or phone, and so does the message about a mistake", () => {
  const { emailOrPhone, neitherEmailNorPhone } = content.inbox.edit;
  const called = { ...lead, email: "2015550142@phone.invalid" };
  const mailed = rendered({
    view: "mail-lead",
    detail: { ...detail, lead: called },
  });
  expect(mailed).toContain(emailOrPhone);
  const problems = [{ column: "email", message: "Not an email" }] as const;
  const page = { fields: {}, usedSources: [], problems, back: "" };
  const html = rendered({ view: "edit", ...page });
  expect(html).toContain(neitherEmailNorPhone);
  expect(html).not.toContain(problems[0].message);
});

test("of a caller's sources, customers and used ones come first, and the others under *more*", () => {
  const page = { fields: {}, usedSources: ["yelp"], problems: [], back: "" };
  const [first = "", more = ""] = rendered({ view: "edit", ...page }).split(
    "<optgroup",
  );
  const sourcesIn = (html: string) =>
    Array.from(html.matchAll(/<option value="(\w+)"/g), ([, one]) => one);
  expect(sourcesIn(first)).toEqual(["customer", "yelp"]);
  expect(sourcesIn(more)).toContain("google");
});

const team = content.inbox.team.heading;
const coming = { ...open, bookings: [booking] };
const caller = { ...lead, email: "+12015550142@phone.invalid" };

test.each<[string, LeadDetail, string]>([
  [
    "the visitor and the agency if a call is coming",
    coming,
    `${lead.email}, ${team}`,
  ],
  [
    "the agency alone if the lead has no email",
    { ...coming, lead: caller },
    team,
  ],
  [
    "the agency alone if the lead is suspected",
    { ...coming, outcome: "suspected" },
    team,
  ],
  [
    "nobody if the call is over",
    { ...coming, bookings: [{ ...booking, startsAt: NOW }] },
    "",
  ],
  [
    "nobody if the call was cancelled",
    { ...coming, bookings: [{ ...booking, state: "cancelled" }] },
    "",
  ],
])(
  "the page of a deletion says that the deletion mails %s",
  (_who, one, mailed) => {
    const html = rendered({
      view: "delete",
      leads: [one],
      back: "",
      total: undefined,
    });
    const [, alarm = ""] = /<p class="alarm">(.*?)<\/p>/.exec(html) ?? [];
    expect(alarm.split("about it: ")[1] ?? "").toBe(mailed);
  },
);

const formsOf = (view: InboxView) =>
  rendered(view).match(/<form [^>]*method="post"[^>]*>[^]*?<\/form>/g) ?? [];

test("the browser validates one form of the inbox: the form for a follow-up day", () => {
  const checked = views
    .flatMap(formsOf)
    .filter((form) => !/^<form [^>]*noValidate/.test(form));
  expect(checked).not.toEqual([]);
  expect(checked.filter((form) => !form.includes('id="follow-up"'))).toEqual(
    [],
  );
});

test("each form that changes a lead or a call says which version of the lead its page shows", () => {
  const unversioned = views
    .flatMap(formsOf)
    .filter((form) => !form.includes(`name="${INBOX_FIELDS.seen}"`))
    .map((form) => /action="([^"]*)"/.exec(form)?.[1] ?? "");
  // A delivery has no version, and a note conflicts with nothing.
  const free = /\/(?:deliveries|notes)\b/;
  expect(
    unversioned.filter(
      (action) => action.startsWith(INBOX.lead("")) && !free.test(action),
    ),
  ).toEqual([]);
});

test("a visitor's markup is shown as text", () => {
  const hostile = {
    name: `<img src=x onerror="document.title='taken'">`,
    company_name: "</title></style><script>document.title='taken'</script>",
    problems: `"><svg onload=alert(1)>\n<form action=//evil.example><button>Mark as answered</button>`,
    additional_info: `<a href="javascript:alert(1)">x</a>`,
  };
  const one = { ...open, lead: { ...lead, ...hostile } };
  for (const view of [
    {
      view: "lead",
      detail: one,
      query: "",
      others: [],
      openTimes: undefined,
    },
    { ...EMPTY, ...listOf(one) },
  ] as const) {
    const html = draw(pages, view, { now: NOW, timeZone: "UTC" });
    expect(html).toContain("&lt;img src=x onerror=");
    expect(html).not.toMatch(
      /<(?:img|script|svg onload|form action=\/\/|a href="javascript)/,
    );
  }
});

/** It begins with RIGHT-TO-LEFT OVERRIDE, which shows all letters after it backwards. */
const BACKWARDS = "\u202emoc.elpmaxe";
const TYPED = /^(?:name|company_?name|problems?|additional_info|leadName)$/i;

test.each(views.map((view, at) => [`${view.view} ${at}`, view] as const))(
  "a visitor's text has its own direction, and does not reverse the text beside it: %s",
  (_, view) => {
    const turned: InboxView = JSON.parse(
      JSON.stringify(view),
      (key, value: unknown) =>
        TYPED.test(key) && typeof value === "string" ? BACKWARDS : value,
    );
    const around = [...rendered(turned).matchAll(/(<[^>]*>)[^<>]*\u202e/g)].map(
      ([, tag = ""]) => tag,
    );
    expect(around.filter((tag) => !tag.includes('dir="auto"'))).toEqual([]);
    expect(around.length > 0).toBe(JSON.stringify(turned).includes(BACKWARDS));
  },
);
