/** Views of every page of the inbox, with leads whose texts have no Latin letters. */
import {
  DELIVERY_KINDS,
  DELIVERY_STATES,
} from "../../contract/mail/delivery.ts";
import { INBOX_ERRORS } from "../../contract/inbox/inbox-names.ts";
import {
  DEFAULT_LIST,
  type FilterCounts,
} from "../../server/inbox/list/list-query.ts";
import type { InboxState } from "../../server/inbox/use-inbox.ts";
import type {
  InboxPages,
  InboxPage,
  InboxProps,
} from "../../server/inbox/pages.tsx";
import { CHANGES, LEAD_FILTERS } from "../../contract/inbox/leads-admin.ts";
import type {
  Health,
  LeadDetail,
  LeadFilter,
} from "../../contract/inbox/leads-admin.ts";
import { SPAM_SIGNALS } from "../../contract/inbox/outcome.ts";
import { leadRow } from "../support/leads.ts";

export type ViewOf<Name extends InboxPage> = { view: Name } & InboxProps<Name>;
export type InboxView = { [Name in InboxPage]: ViewOf<Name> }[InboxPage];

export const draw = (pages: InboxPages, view: InboxView, state: InboxState) =>
  pages.render(view.view, view, state);

/** What visitors and the team type. Only the address has Latin letters. */
export const [WHO, COMPANY, TEXT, EMAIL] = [
  "山田 花子",
  "山田商会",
  "電話に出られない",
  "h@visitor.example",
];
export const lead = leadRow(1, {
  name: WHO,
  company_name: COMPANY,
  email: EMAIL,
  problems: TEXT,
  additional_info: TEXT,
});
export const NOW = "2027-03-01T12:00:00.000Z";
const LATER = "2027-03-02T12:00:00.000Z";
export const SIGN_IN = { id: "1", email: EMAIL, openedAt: NOW, endsAt: LATER };
export const booking = {
  id: "1",
  leadId: "1",
  startsAt: LATER,
  endsAt: LATER,
  blockedUntil: LATER,
  state: "booked",
  sequence: 0,
  zone: "Asia/Tokyo",
  phone: "+1 201 555 0142",
  phoneTyped: "+1 201 555 0142",
  createdAt: NOW,
  updatedAt: NOW,
} as const;
const team = ["ana@agency.example"];
const readers = { leads: team, team, inTurn: false };
const answers = { role: "member", mails: "mine", takesLeads: false } as const;
const call = {
  ...booking,
  name: WHO,
  companyName: COMPANY,
  email: EMAIL,
  suspected: true,
  version: 0,
};
const change = {
  kind: "answered",
  changedAt: NOW,
  author: EMAIL,
  startsAt: LATER,
  reason: TEXT,
} as const;
const history = CHANGES.map((kind) => ({
  ...change,
  kind,
  reason: kind === "follow-up" ? "2027-03-01" : TEXT,
}));
export const detail: LeadDetail = {
  lead,
  dueAt: LATER,
  answeredAt: NOW,
  answeredBy: EMAIL,
  test: true,
  visit: {
    from: "direct",
    page: "/",
    campaign: {},
    consent: { version: "00000000", text: TEXT },
  },
  owner: EMAIL,
  followUpOn: "2027-03-01",
  wish: { at: LATER, zone: "Asia/Tokyo", phone: "+1 201 555 0142" },
  outcome: "suspected",
  outcomeAt: NOW,
  outcomeBy: EMAIL,
  suspicion: [...SPAM_SIGNALS],
  version: 0,
  notes: [{ id: "1", text: TEXT, createdAt: NOW, by: EMAIL }],
  history,
  bookings: [booking],
  deliveries: DELIVERY_KINDS.flatMap((kind) =>
    DELIVERY_STATES.map((state, attempts) => ({
      id: kind + state,
      kind,
      target: "",
      state,
      attempts,
      nextAt: NOW,
      sentAt: NOW,
    })),
  ),
} as const;
const place = { query: "", list: "/inbox", previous: "/inbox", next: "/inbox" };
const unanswered = {
  ...detail,
  outcome: undefined,
  answeredAt: undefined,
  bookings: [],
};
const calendar = {
  id: "x",
  number: 1,
  triedAt: NOW,
  readAt: NOW,
  skipped: ["2027-03-01"],
};
export const HEALTHY: Health = {
  suspected: 0,
  mailToAgencyFailing: 0,
  withheld: 0,
  withheldLeads: [],
  written: 0,
  purgeWaits: 0,
};

export const NO_LEADS: FilterCounts = {
  open: 0,
  next: 0,
  booked: 0,
  waiting: 0,
  won: 0,
  lost: 0,
  spam: 0,
  all: 0,
};

const health = {
  ...HEALTHY,
  mailToAgencyFailing: 1,
  withheld: 1,
  written: 2,
  purgeWaits: 1,
  withheldLeads: [{ id: "1", name: WHO }],
};
const figures = { leads: 9, calls: 4, came: 2, unsaid: 1, customers: 0 };
const months = ["2027-03", "2027-02"].map((month) => {
  return { month, results: figures };
});

const alarms = {
  health,
  givenUp: { count: 1, leads: [{ id: "1", name: WHO }] },
  machine: {
    runner: { runner: WHO, runnerPhone: "+12015550142" },
    calendars: [
      calendar,
      { ...calendar, reason: TEXT },
      { ...calendar, readAt: undefined, reason: TEXT },
    ],
    backupAges: { local: 200_000, elsewhere: 200_000 },
    contentProblems: TEXT,
    hidesVisitors: true,
    fault: TEXT,
  },
};

const listView = (filter: LeadFilter, leads: LeadDetail[] = []) => ({
  view: "list" as const,
  query: { ...DEFAULT_LIST, filter, page: 2 },
  list: { leads, total: 60 },
  filters: NO_LEADS,
  today: {
    calls: [{ ...booking, name: WHO, companyName: COMPANY, version: 1 }],
    followUps: [{ id: "1", name: WHO, companyName: COMPANY }],
  },
  alarms,
});

export const views: InboxView[] = [
  listView("open", [detail]),
  ...LEAD_FILTERS.map((filter) => listView(filter)),
  {
    ...listView("open"),
    list: { leads: [], total: 1 },
    alarms: {
      ...alarms,
      health: { ...health, mailToAgencyFailing: 3, withheld: 3, written: 1 },
      givenUp: { count: 3, leads: [] },
    },
  },
  {
    view: "lead",
    detail,
    place,
    others: [detail],
    days: ["2027-03-01"],
    booking: undefined,
  },
  {
    view: "lead",
    detail: unanswered,
    place,
    others: [],
    days: [],
    booking: { openTimes: [LATER], requiresPhone: true },
  },
  { view: "mail-lead", detail, token: "" },
  { view: "answer", detail },
  { view: "answer", detail: unanswered },
  { view: "answer", detail: { ...unanswered, outcome: "suspected" } },
  ...(["came", "missed"] as const).map((said) => ({
    view: "call-over" as const,
    detail,
    call: booking,
    said,
    days: ["2027-03-01"],
  })),
  { view: "delete", leads: [detail], readers, back: "", total: 3 },
  { view: "delete", leads: [detail], readers, back: "", total: undefined },
  {
    view: "delete",
    leads: [detail, detail],
    readers,
    back: "",
    total: undefined,
  },
  {
    view: "edit",
    id: "1",
    fields: {},
    problems: [{ column: "email", message: "" }],
    from: "",
    usedSources: [],
    back: "",
  },
  {
    view: "edit",
    fields: {},
    problems: [],
    usedSources: ["google"],
    back: "",
  },
  {
    view: "calls",
    calls: [
      call,
      { ...call, id: "2" },
      { ...call, id: "3", state: "cancelled" },
      { ...call, id: "4", endsAt: NOW, startsAt: NOW },
    ],
    closed: [{ id: "1", startsAt: NOW, endsAt: LATER }],
    days: ["2027-03-01"],
    holidays: [{ day: "2027-03-01", name: "" }],
    feed: "/calls.ics",
    typed: { from: "", to: "" },
  },
  {
    view: "calls",
    calls: [],
    closed: [],
    days: [],
    holidays: [],
    feed: undefined,
  },
  {
    view: "sources",
    sources: {
      days: 30,
      sources: [
        {
          source: "google,paid",
          ...figures,
          campaigns: [{ campaign: TEXT, ...figures }],
        },
        { source: "direct", ...figures, campaigns: [] },
      ],
    },
    months,
  },
  { view: "sources", sources: { days: 90, sources: [] }, months },
  { view: "person", id: "1", leads: [detail] },
  {
    view: "receipt",
    at: NOW,
    leads: 2,
    notes: 1,
    deliveries: 4,
    mailFiles: 3,
  },
  ...[[], ["+1 201 555 0142"]].map((numbers) => ({
    view: "erase" as const,
    id: "1",
    leads: [detail],
    numbers,
    readers,
  })),
  ...[true, false].map((isOwner) => ({
    view: "team" as const,
    owner: "a@b.example",
    isOwner,
    settings: { inTurn: isOwner, runner: WHO, runnerPhone: "" },
    members: [
      { ...answers, email: "a@b.example" },
      { ...answers, email: EMAIL, invitedAt: NOW, invitedBy: "a@b.example" },
      { ...answers, email: "c@b.example", takesLeads: true, invitedAt: NOW },
    ],
    signIns: ["1", "2"].flatMap((id) =>
      ["a@b.example", EMAIL, ""].map((email) => ({
        id: id + email,
        email,
        openedAt: NOW,
        endsAt: LATER,
      })),
    ),
  })),
  {
    view: "stale",
    leads: [
      { leadId: "1", name: WHO, version: 1, wanted: change, changes: history },
    ],
    fields: {},
    back: "",
  },
  { view: "ask" },
  { view: "ask", sent: "ana@agency.example" },
  { view: "sign-in", token: "" },
  ...INBOX_ERRORS.map((reason) => ({ view: "error" as const, reason })),
];
