import { NOT_ASKED } from "../../contract/lead/lead.ts";
import { expect, test } from "vitest";
import { INBOX_FIELDS } from "./fields.ts";
import type { AlarmProps } from "./list/alarms.tsx";
import { DEFAULT_LIST } from "./list/list-query.ts";
import type { LeadDetail } from "../../contract/inbox/leads-admin.ts";
import { fillIn } from "../../contract/content/fill-in.ts";
import { HOUR_MS, timeAfter } from "../../contract/durations.ts";
import { INBOX } from "../../contract/http/routes.ts";
import { content } from "../../tests/content.ts";
import {
  deadHook,
  asRead,
  bar,
  booking,
  callLine,
  detail,
  lead,
  NO_ALARMS,
  NO_LEADS,
  NOW,
  ownViews,
  pageOf,
  plain,
  rendered,
  renderedBar,
  textOf,
  views,
  type InboxView,
  type ViewOf,
} from "../../tests/support/inbox-views.ts";
import { listOf } from "../../tests/support/said.tsx";
const EMPTY: ViewOf<"list"> = {
  view: "list",
  query: DEFAULT_LIST,
  list: { leads: [], total: 0 },
  filters: NO_LEADS,
  today: undefined,
  alarms: NO_ALARMS,
};

/** The text of the list. @param changes what differs from an empty inbox */
const listText = (changes: Partial<ViewOf<"list">>) =>
  textOf({ ...EMPTY, ...changes });

const { calls, inbox, leadContent } = content;
const { calendar, left, overdue } = inbox;
const { states, asked } = calls;
const { outcomes } = leadContent;
const NOON = "12:00 PM UTC";

test("each alarm stands above the list with whom to call, and none above a quiet one", () => {
  const triedAt = "2027-03-01T11:57:00.000Z";
  const one = { id: "x", number: 1, triedAt, skipped: [] };
  const alarms: AlarmProps = {
    ...NO_ALARMS,
    health: {
      suspected: 0,
      mailToAgencyFailing: 1,
      written: 1,
      withheld: 1,
      withheldLeads: [{ id: "1", name: "Ada" }],
      purgeWaits: 5,
    },
    machine: {
      runner: { runner: "", runnerPhone: "2015550142" },
      fault: "The disk is full.",
      contentProblems: "site.yaml: brandName is missing.",
      hidesVisitors: true,
      backupAges: { local: 200_000, elsewhere: 200_000 },
      calendars: [
        { ...one, readAt: "2027-03-01T02:00:00.000Z", reason: "It is gone." },
        { ...one, reason: "Gone." },
        { ...one, readAt: triedAt, failingSince: triedAt, reason: "Empty." },
        { ...one, readAt: triedAt, skipped: ["2027-03-09", "2026-12-03", "?"] },
      ],
    },
  };
  const failing = fillIn(calendar.failing, { number: 1 });
  const runner = `${inbox.team.runner.heading}: 2015550142`;
  expect(listText({ alarms })).toContain(
    asRead(`${inbox.storeFault} The disk is full. ${runner}
      ${fillIn(inbox.purgeWaits, { count: 5 })} ${runner}
      ${inbox.lateBackup.local} ${runner}
      ${inbox.lateBackup.elsewhere} ${runner}
      ${inbox.contentProblems} site.yaml: brandName is missing. ${runner}
      ${inbox.hidesVisitors} ${runner}
      ${failing} It is gone.
      ${fillIn(calendar.copy, { time: "Mar 1, 2:00 AM UTC" })} ${runner}
      ${failing} Gone. ${calendar.never} ${runner}
      ${fillIn(calendar.emptied, { number: 1 })} ${runner}
      ${fillIn(calendar.skipped, { number: 1, dates: "Mar 9, Dec 3, 2026, ?" })}
      ${runner} ${inbox.mailFailing.one} ${runner}
      ${inbox.mailWritten.one} ${runner} ${inbox.withheld.one} Ada ${runner}`),
  );
  const { machine } = NO_ALARMS;
  const { runner: whom } = alarms.machine;
  const quiet = { ...machine, runner: whom, backupAges: { local: 172_800 } };
  expect(listText({ alarms: { ...NO_ALARMS, machine: quiet } })).not.toContain(
    runner,
  );
});

const listWith = (...leads: LeadDetail[]) => ({ list: { leads, total: 60 } });

test("the list shows what is known of a lead and what to do today, and nothing else", () => {
  const known: LeadDetail = {
    ...detail,
    followUpOn: "2028-03-01",
    bookings: [{ ...booking, state: "came" }],
    deliveries: [
      deadHook,
      { ...deadHook, state: "due", lastError: "Gone." },
      { ...deadHook, why: "written" },
    ],
  };
  const caller = { ...plain, lead: { ...lead, company_name: NOT_ASKED } };
  const followUps = [{ id: "1", name: "Ada", companyName: "" }];
  const { today, columns } = inbox;
  const text = listText({
    ...listWith(known, caller),
    query: { ...DEFAULT_LIST, filter: "next" },
    today: { calls: [callLine], followUps },
  });
  const came = `Nov 20, 2026, ${NOON}`;
  expect(text).toContain(
    asRead(`${today.heading} 12:00 PM ${callLine.name} ${today.followUp} Ada
      ${columns.tick} ${columns.who} ${columns.time} ${columns.came}
      ${lead.name} ${lead.company_name} ${inbox.testMark}
      ${fillIn(inbox.failedDeliveries, { count: 2 })} ${lead.problems}
      ${outcomes.suspected} H has it Call: Tue, Mar 2, ${NOON} (${states.came})
      ${booking.phone} ${today.followUp} Mar 1, 2028 ${came}
      ${lead.name} ${lead.problems} 1 day left ${came} ${leadContent.reached}
      ${outcomes.won} ${outcomes.lost} ${outcomes.spam} ${inbox.deleteTicked}
      Page 1 of 3 ${inbox.pages.next}`),
  );
});

const due = (hours: number) => ({ dueAt: timeAfter(NOW, hours * HOUR_MS) });
const over = { bookings: [{ ...booking, endsAt: NOW }] };

test.each<[string, Partial<LeadDetail>]>([
  [`spam: ${outcomes.spam}`, { answeredAt: NOW, outcome: "spam" }],
  [`answered: ${inbox.answered}`, { answeredAt: NOW }],
  [`booked: ${states.booked}`, { answeredAt: NOW, bookings: [booking] }],
  [`soon: ${asked}`, { answeredAt: NOW, ...over }],
  [`: ${fillIn(left, { time: "4 hr" })}`, { ...due(4), ...over }],
  [`soon: ${fillIn(left, { time: "3 hr" })}`, due(3)],
  [`overdue: ${fillIn(overdue, { time: "2 hr" })}`, due(-2)],
])("the look and the words of a badge are %s", (badge, changes) => {
  const html = rendered({ ...EMPTY, ...listWith({ ...plain, ...changes }) });
  const badges = html.matchAll(/class="badge ?([^"]*)">([^<]*)</g);
  expect(Array.from(badges, ([, ...shown]) => shown.join(": "))).toEqual([
    badge,
  ]);
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
  const { text, links } = pageOf({
    view: "mail-lead",
    detail: { ...plain, lead: question },
  });
  expect(text).toContain("fax-answering");
  const mailto = new URL(links[leadContent.reply] ?? "");
  const greeting = fillIn(leadContent.greeting, { name: "\u05d3\u05e0\u05d4" });
  const body = `${greeting}\r\n\r\n\r\n> ${problems.replace("\n", "\r\n> ")}`;
  const subject = leadContent.replySubject;
  expect(mailto.pathname).toBe(lead.email);
  expect(Object.fromEntries(mailto.searchParams)).toEqual({ subject, body });
  expect(links).toMatchObject({
    "(201) 555-0142": "tel:2015550142",
    "+1 201.555.0143": "tel:+12015550143",
  });
  const long = { ...lead, problems: "\u044f\n".repeat(900) };
  const { [leadContent.reply]: longReply = "" } = pageOf({
    view: "mail-lead",
    detail: { ...detail, lead: long },
  }).links;
  expect(longReply.length, "what mail programs accept").toBeLessThan(2_000);
});

test("each page of the inbox has the links, the fields and the buttons that a member needs", async () => {
  const query = { ...DEFAULT_LIST, search: "a" };
  const bars = [
    { changes: 0, right: "draft" },
    { right: "draft" },
    { waiting: 1 },
    { canWrite: false },
  ] as const;
  const shown = [...views, ...ownViews, { ...EMPTY, query }].map((view, at) => [
    `${at + 1}: ${view.view}`,
    rendered(view).replaceAll(/<(\/?)main/g, "<$1div"),
  ]);
  await expect(
    listOf({
      ...Object.fromEntries(shown),
      ...Object.fromEntries(
        bars.map((one) => [
          `bar with ${JSON.stringify(one)}`,
          renderedBar({ ...bar, ...one }),
        ]),
      ),
    }),
  ).toMatchFileSnapshot("pages.said.txt");
});

const formsOf = (view: InboxView) =>
  rendered(view).match(/<form [^>]*method="post"[^>]*>[^]*?<\/form>/g) ?? [];

test("each form that changes a lead or a call says which version of the lead its page shows", () => {
  const unversioned = views
    .flatMap(formsOf)
    .filter((form) => !form.includes(`name="${INBOX_FIELDS.seen}"`));
  expect(unversioned.join()).not.toContain(` action="${INBOX.lead("")}`);
});

/** It begins with RIGHT-TO-LEFT OVERRIDE, which shows all letters after it backwards. */
const BACKWARDS = "\u202emoc.elpmaxe";
const TYPED = /^(?:name|company_?name|problems?|additional_info|leadName)$/i;

test.each(views)(
  "a visitor's text has its own direction, and does not reverse the text beside it: $view",
  (view) => {
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
