/** The pages of the inbox that show what somebody typed, or change a lead. */

import { HOUR_MS, timeAfter } from "../../contract/durations.ts";
import type { LeadDetail } from "../../contract/inbox/leads-admin.ts";
import { NOT_ASKED } from "../../contract/lead/lead.ts";
import { DEFAULT_LIST } from "../../server/inbox/list/list-query.ts";
import {
  ANA,
  booking,
  callLine,
  change,
  COMPANY,
  deadHook,
  detail,
  EARLIER,
  EMAIL,
  emptyList,
  history,
  lead,
  LATER,
  mapped,
  NO_ALARMS,
  NOW,
  plain,
  TEXT,
  WHO,
  type InboxView,
} from "./inbox-views.ts";

const MORNING = "2027-03-02T09:00:00.000Z";
/** It is still March 2 at the agency. */
const EVENING = "2027-03-03T01:00:00.000Z";
const over = { ...booking, startsAt: EARLIER, endsAt: NOW, zone: "UTC" };
const LAST_WEEK = "2027-02-22T09:00:00.000Z";
const lastWeek = { startsAt: LAST_WEEK, endsAt: LAST_WEEK };
const again = { againOf: "1", againSince: EVENING };
const byAna = { changedAt: NOW, author: ANA };

/** What is known of further leads. */
const known: Record<string, Partial<LeadDetail>> = {
  "a new lead": {},
  "who waits, and wrote again": {
    ...again,
    test: true,
    wish: { at: LATER, zone: "UTC", phone: booking.phone, typed: "0142" },
    lead: {
      ...lead,
      email: "50%?@sample.co",
      problems: "A\n".repeat(6),
      additional_info: "A\n".repeat(5),
    },
    visit: { from: "phone", campaign: {}, consent: { version: "00000000" } },
    owner: ANA,
    deliveries: [
      { ...deadHook, state: "cancelled" },
      { ...deadHook, id: "2", state: "due", lastError: "Gone." },
      { ...deadHook, id: "3", state: "sent", sentAt: LATER },
      { ...deadHook, id: "4", why: "written", lastError: "x" },
      { ...deadHook, id: "5", kind: "booking.moved" },
    ],
  },
  "who came to a call": {
    ...again,
    answeredAt: NOW,
    lead: { ...lead, email: "2015550142@phone.invalid" },
    bookings: [
      { ...over, state: "came", phoneTyped: "0142" },
      { ...booking, id: "2", state: "cancelled", phone: "" },
    ],
    history: [
      { ...byAna, kind: "answered" },
      { ...byAna, kind: "reached" },
      { ...byAna, kind: "reopened" },
      { ...byAna, kind: "reached" },
    ],
  },
  "who looks like spam and had a call": {
    outcome: "suspected",
    answeredAt: NOW,
    answeredBy: "zoe@agency.example",
    bookings: [over],
    deliveries: [{ ...deadHook, state: "cancelled" }],
  },
  "who has a call, and wrote long texts": {
    answeredAt: NOW,
    bookings: [booking],
    lead: {
      ...lead,
      problems: "a".repeat(241),
      additional_info: "a".repeat(240),
    },
  },
  "whose call begins": {
    againOf: "1",
    lead: { ...lead, company_name: NOT_ASKED, additional_info: "" },
    bookings: [{ ...booking, startsAt: NOW, phoneTyped: booking.phone }],
    notes: [{ id: "2", text: TEXT, createdAt: NOW, by: ANA }],
  },
  "a caller, whom nobody can mail": {
    lead: { ...lead, email: "+12015550142@phone.invalid" },
    visit: undefined,
  },
  "spam without a name": {
    lead: { ...lead, name: "-" },
    outcome: "spam",
    outcomeAt: undefined,
  },
  "who wrote telephone numbers": {
    lead: {
      ...lead,
      name: "\u05d3\u05e0\u05d4 Ortiz",
      problems:
        "Call (201) 555-0142 or +1 201.555.0143, 555-0144\nRoom 12, 24/7 & 50%",
      additional_info: "",
      selected_service: "fax-answering",
    },
  },
};

const knownOf = (changes: Partial<LeadDetail>): LeadDetail => ({
  ...plain,
  ...changes,
});
const dueIn = (hours: number) => timeAfter(NOW, hours * HOUR_MS);

/** How a lead can stand in the list. */
const standing: Partial<LeadDetail>[] = [
  { answeredAt: NOW, outcome: "spam" },
  { answeredAt: NOW, followUpOn: "2028-03-01" },
  { answeredAt: NOW, bookings: [booking] },
  { answeredAt: NOW, bookings: [{ ...over, phone: "" }] },
  { dueAt: dueIn(4), bookings: [over] },
  { dueAt: dueIn(3), ...again },
  { dueAt: dueIn(-2) },
  ...Object.values(known),
];

const shownLead = (changes: Partial<LeadDetail>): InboxView => ({
  view: "LeadPage",
  detail: knownOf(changes),
  query: "?page=2",
  others: [plain],
  // Without it, calls are booked on another site.
  openTimes: changes.history ? undefined : [LATER, EVENING],
});
const missed = {
  view: "CallOverPage",
  detail: plain,
  call: over,
  said: "missed",
} as const;
const noCalls = {
  view: "CallsPage",
  calls: [],
  closed: [],
  days: [],
  feed: undefined,
} as const;
const closed = [{ id: "1", startsAt: NOW, endsAt: LATER }];
const who = { id: "1", name: WHO };

/** The states of the pages, by plain names. */
export const views: Record<string, InboxView> = {
  ...mapped(known, shownLead),
  "a mail's link to an answered lead": { view: "AnswerPage", detail },
  "a mail's link to a new lead": { view: "AnswerPage", detail: plain },
  "a missed call": missed,
  "a missed call of an answered lead": { ...missed, detail },
  "a call they came to": { ...missed, said: "came" },
  "erasing a person": {
    view: "DeletePage",
    leads: Object.values(known).map(knownOf),
    back: "/inbox",
    person: "1",
  },
  "deleting two leads": {
    view: "DeletePage",
    leads: [plain, plain],
    back: "/inbox",
    total: 2,
  },
  "calls, with a wrong end of closed times": {
    ...noCalls,
    calls: [
      { ...callLine, startsAt: NOW, endsAt: NOW, suspected: false, phone: "" },
      { ...callLine, ...lastWeek, id: "3", state: "missed" },
      { ...callLine, id: "4", startsAt: MORNING },
      { ...callLine, id: "5", name: "Ada", startsAt: NOW, state: "cancelled" },
    ],
    closed,
    feed: "https://site.example/calls.ics",
    typed: { from: "2027-03-03T10:00", to: "2027-03-03T09:00" },
  },
  "leads of each standing": {
    ...emptyList,
    query: { ...DEFAULT_LIST, filter: "next" },
    list: {
      leads: standing.map(knownOf),
      total: 60,
    },
    today: { calls: [{ ...callLine, ...over }], followUps: [] },
  },
  "the second page of one month's spam": {
    ...emptyList,
    query: {
      ...DEFAULT_LIST,
      filter: "spam",
      page: 2,
      owner: EMAIL,
      source: "google",
      campaign: "Spring",
      month: "2027-03",
      after: NOW,
    },
    list: { leads: [{ ...plain, deliveries: [deadHook] }], total: 50 },
    today: { calls: [], followUps: [] },
  },
  "a list with today's work and withheld mails": {
    ...emptyList,
    list: { leads: [detail], total: 60 },
    today: {
      calls: [callLine, { ...callLine, id: "2", startsAt: EARLIER }],
      followUps: [{ ...who, companyName: COMPANY }],
    },
    alarms: {
      ...NO_ALARMS,
      health: {
        ...NO_ALARMS.health,
        withheld: 1,
        withheldLeads: [who],
        givenUp: 1,
        givenUpLeads: [who],
      },
    },
  },
  "a lead of whom all is known": {
    view: "LeadPage",
    detail,
    query: "",
    others: [detail],
    openTimes: undefined,
  },
  "a lead that a mail shows": { view: "MailLeadPage", detail },
  "a missed call that is ahead": { ...missed, detail, call: booking },
  "deleting one of three": {
    view: "DeletePage",
    leads: [detail],
    back: "",
    total: 3,
  },
  "correcting a lead": {
    view: "EditPage",
    id: "1",
    fields: { ...lead, selected_service: "fax-machine" },
    problems: [],
    back: "",
  },
  "calls without a feed": {
    ...noCalls,
    calls: [callLine, { ...callLine, id: "2", state: "cancelled" }],
    closed,
    days: ["2027-03-01"],
  },
  "no calls": noCalls,
  "all that is stored of a person": {
    view: "PersonPage",
    id: "1",
    leads: [detail],
  },
  "a form that is out of date": {
    view: "StalePage",
    leads: [
      { leadId: "1", name: WHO, version: 1, wanted: change, changes: history },
    ],
    fields: {},
    back: "",
  },
};
