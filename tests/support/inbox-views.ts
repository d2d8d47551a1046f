/** The pages of the inbox that show what somebody typed, or change a lead. */
import {
  DELIVERY_KINDS,
  DELIVERY_STATES,
} from "../../contract/mail/delivery.ts";
import type { AlarmProps } from "../../server/inbox/list/alarms.tsx";
import {
  DEFAULT_LIST,
  type FilterCounts,
} from "../../server/inbox/list/list-query.ts";
import {
  createInboxPages,
  type InboxPage,
  type InboxProps,
} from "../../server/inbox/pages.tsx";
import { CHANGES, LISTS } from "../../contract/inbox/leads-admin.ts";
import type { Health, LeadDetail } from "../../contract/inbox/leads-admin.ts";
import { SPAM_SIGNALS } from "../../contract/inbox/outcome.ts";
import { present } from "../../server/inbox/forms.ts";
import type { SiteBarProps } from "../../server/inbox/site/site-bar.tsx";
import { content } from "../content.ts";
import { readPage } from "./html-page.ts";
import { leadRow } from "./leads.ts";
import { bookingEvent } from "./outgoing.ts";

export type ViewOf<Name extends InboxPage> = { view: Name } & InboxProps<Name>;
export type InboxView = { [Name in InboxPage]: ViewOf<Name> }[InboxPage];

export const NOW = "2027-03-01T12:00:00.000Z";
export const LATER = "2027-03-02T12:00:00.000Z";
const STATE = {
  now: NOW,
  timeZone: "UTC",
  localNumber: String,
  comingDays: ["2027-03-01"],
};
const noFonts = { fonts: [], theme: { own: "", letters: "" } };
const pages = createInboxPages({ ...content, logo: null }, noFonts);

const OUTSIDE: readonly InboxPage[] = ["ask", "sign-in", "error", "mail-lead"];
const signIn = {
  id: "1",
  email: "ana@agency.example",
  role: "owner",
  openedAt: NOW,
  endsAt: LATER,
} as const;

/** The HTML below the header, as a colleague of those who have the leads sees it. */
export function rendered<Name extends InboxPage>(view: ViewOf<Name>): string {
  const isOutside = OUTSIDE.includes(view.view);
  const state = isOutside ? STATE : { ...STATE, signIn };
  const html = pages.render(view.view, view, state);
  return html.slice(html.indexOf("<main"));
}

export const pageOf = <Name extends InboxPage>(view: ViewOf<Name>) =>
  readPage(rendered(view));

export const textOf = <Name extends InboxPage>(view: ViewOf<Name>) =>
  pageOf(view).text;

/** The text of a page that has these pieces, each on a line of its own. */
export const asRead = (pieces: string) => pieces.replaceAll(/\s+/g, " ").trim();

/** The bar at the foot of the editor's pages. */
export const renderedBar = (bar: SiteBarProps) => pages.renderBar(bar, STATE);

const [WHO, COMPANY, TEXT, EMAIL] = [
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
/** A webhook that was given up. */
export const deadHook = {
  id: "1",
  kind: "webhook",
  target: "",
  state: "dead",
  attempts: 3,
  nextAt: NOW,
} as const;
export const booking = present(
  bookingEvent("booking.created", {
    startsAt: LATER,
    endsAt: LATER,
    phone: "+1 201 555 0142",
    phoneTyped: "+1 201 555 0142",
  }).booking,
);
export const callLine = {
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
/** A lead of which nothing more is known. */
export const plain: LeadDetail = {
  ...detail,
  outcome: undefined,
  answeredAt: undefined,
  bookings: [],
  test: false,
  owner: undefined,
  followUpOn: undefined,
  wish: undefined,
  suspicion: [],
  notes: [],
  history: [],
  deliveries: [],
};

/** The text of a lead's page. @param changes what differs from a lead that just came */
export const leadText = (changes: Partial<LeadDetail>) =>
  textOf({
    view: "lead",
    detail: { ...plain, ...changes },
    query: "",
    others: [],
    openTimes: [LATER],
  });
const HEALTHY: Health = {
  suspected: 0,
  mailToAgencyFailing: 0,
  withheld: 0,
  withheldLeads: [],
  written: 0,
  purgeWaits: 0,
};

export const NO_ALARMS: AlarmProps = {
  health: HEALTHY,
  givenUp: { count: 0, leads: [] },
  machine: {
    runner: { runner: "", runnerPhone: "" },
    calendars: [],
    backupAges: {},
  },
};

export const NO_LEADS: FilterCounts = Object.fromEntries(
  [...LISTS, "all"].map((name) => [name, 0]),
);

export const views: InboxView[] = [
  {
    view: "list",
    query: DEFAULT_LIST,
    list: { leads: [detail], total: 60 },
    filters: NO_LEADS,
    today: {
      calls: [callLine],
      followUps: [{ id: "1", name: WHO, companyName: COMPANY }],
    },
    alarms: {
      ...NO_ALARMS,
      health: {
        ...NO_ALARMS.health,
        withheld: 1,
        withheldLeads: [{ id: "1", name: WHO }],
      },
      givenUp: { count: 1, leads: [{ id: "1", name: WHO }] },
    },
  },
  {
    view: "lead",
    detail,
    query: "",
    others: [detail],
    openTimes: undefined,
  },
  {
    view: "lead",
    detail: plain,
    query: "",
    others: [],
    openTimes: [LATER],
  },
  { view: "mail-lead", detail },
  { view: "call-over", detail, call: booking, said: "missed" },
  { view: "delete", leads: [detail], back: "", total: 3 },
  {
    view: "edit",
    id: "1",
    fields: { ...lead, selected_service: "fax-machine" },
    problems: [],
    back: "",
  },
  {
    view: "calls",
    calls: [callLine, { ...callLine, id: "2", state: "cancelled" }],
    closed: [{ id: "1", startsAt: NOW, endsAt: LATER }],
    days: ["2027-03-01"],
    feed: undefined,
  },
  {
    view: "calls",
    calls: [],
    closed: [{ id: "1", startsAt: NOW, endsAt: LATER }],
    days: [],
    feed: undefined,
  },
  { view: "person", id: "1", leads: [detail] },
  {
    view: "stale",
    leads: [
      { leadId: "1", name: WHO, version: 1, wanted: change, changes: history },
    ],
    fields: {},
    back: "",
  },
  // During the call.
  {
    view: "lead",
    detail: {
      ...plain,
      lead: { ...lead, additional_info: "" },
      bookings: [{ ...booking, startsAt: NOW }],
    },
    query: "",
    others: [],
    openTimes: [LATER],
  },
];

const row = { label: "A", value: "" };
const link = { name: "A", address: "/a", picture: "a.png" };
export const bar: SiteBarProps = {
  page: "/",
  right: "publish",
  changes: 1,
  ids: "1",
  waiting: 0,
  canWrite: true,
};

export const edit = {
  id: "1",
  name: "Hero › Note",
  action: "set",
  before: "Old.",
  after: "New.",
  isWaiting: false,
  by: "ana@agency.example",
  at: NOW,
} as const;

/** The other pages, which show nothing that a visitor typed. */
export const ownViews: InboxView[] = [
  { view: "ask" },
  { view: "ask", sent: EMAIL },
  { view: "sign-in" },
  { view: "error", reason: "missing", typed: "Hello?" },
  {
    view: "edit",
    fields: {},
    problems: [{ column: "email", message: "Not an email" }],
    back: "/",
  },
  { view: "answer", detail: { ...plain, answeredAt: NOW } },
  { view: "answer", detail: { ...plain, answeredAt: NOW, outcome: "won" } },
  {
    view: "team",
    owner: "ana@agency.example",
    isOwner: true,
    members: [{ email: EMAIL, mails: "all", role: "owner", takesLeads: true }],
    settings: { inTurn: true, runner: "", runnerPhone: "" },
    signIns: [
      { ...signIn, email: EMAIL },
      { ...signIn, email: EMAIL, id: "2", openedAt: LATER },
    ],
  },
  {
    view: "sources",
    sources: { month: "2027", sources: [] },
    months: [
      {
        month: "2027-03",
        results: { leads: 2, calls: 1, came: 0, unsaid: 1, customers: 0 },
      },
    ],
    years: ["2027", "2026"],
  },
  {
    view: "site-fields",
    heading: "A",
    problems: [],
    hidden: {},
    rows: [
      { ...row, name: "a", rows: [], remove: "remove" },
      { ...row, name: "number", field: { kind: "number" }, problems: ["No."] },
      { ...row, name: "color", field: { kind: "color" }, locked: "Set." },
      { ...row, name: "time", field: { kind: "time" } },
      { ...row, name: "choice", field: { kind: "choice", isOptional: true } },
      {
        ...row,
        name: "picture",
        value: "a.png",
        field: { kind: "picture", options: ["a.png"] },
      },
    ],
    buttons: {},
    groups: [{ ...link, more: [link] }],
    back: "/",
  },
  {
    view: "site-changes",
    draft: [edit],
    publish: bar,
    publications: [],
    files: [link],
    problems: [],
  },
  {
    view: "site-launch",
    lines: [{ group: "own", line: "No logo." }],
    questions: undefined,
    problems: [],
  },
  { view: "site-pictures", problems: [], places: [], pictures: [], back: "/" },
];
