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
import type { InboxState } from "../../server/inbox/use-inbox.ts";
import type {
  InboxPages,
  InboxPage,
  InboxProps,
} from "../../server/inbox/pages.tsx";
import { CHANGES } from "../../contract/inbox/leads-admin.ts";
import type { Health, LeadDetail } from "../../contract/inbox/leads-admin.ts";
import { SPAM_SIGNALS } from "../../contract/inbox/outcome.ts";
import { present } from "../../server/inbox/forms.ts";
import { leadRow } from "./leads.ts";
import { bookingEvent } from "./outgoing.ts";

export type ViewOf<Name extends InboxPage> = { view: Name } & InboxProps<Name>;
export type InboxView = { [Name in InboxPage]: ViewOf<Name> }[InboxPage];

export const draw = (
  pages: InboxPages,
  view: InboxView,
  state: Omit<InboxState, "localNumber" | "comingDays">,
) => {
  const known = { localNumber: String, comingDays: ["2027-03-01"] };
  return pages.render(view.view, view, { ...state, ...known });
};

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
export const NOW = "2027-03-01T12:00:00.000Z";
const LATER = "2027-03-02T12:00:00.000Z";
export const booking = present(
  bookingEvent("booking.created", {
    startsAt: LATER,
    phone: "+1 201 555 0142",
    phoneTyped: "+1 201 555 0142",
  }).booking,
);
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
const unanswered = {
  ...detail,
  outcome: undefined,
  answeredAt: undefined,
  bookings: [],
};
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

export const views: InboxView[] = [
  {
    view: "list",
    query: DEFAULT_LIST,
    list: { leads: [detail], total: 60 },
    filters: NO_LEADS,
    today: {
      calls: [call],
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
    detail: unanswered,
    query: "",
    others: [],
    openTimes: [LATER],
  },
  { view: "mail-lead", detail },
  { view: "answer", detail: unanswered },
  { view: "answer", detail: { ...unanswered, outcome: "suspected" } },
  { view: "call-over", detail, call: booking, said: "missed" },
  { view: "delete", leads: [detail], back: "", total: 3 },
  {
    view: "edit",
    id: "1",
    fields: lead,
    problems: [],
    usedSources: [],
    back: "",
  },
  {
    view: "calls",
    calls: [call, { ...call, id: "2", state: "cancelled" }],
    closed: [{ id: "1", startsAt: NOW, endsAt: LATER }],
    days: ["2027-03-01"],
    feed: undefined,
  },
  { view: "person", id: "1", leads: [detail] },
  { view: "delete", leads: [detail], back: "", person: "1" },
  {
    view: "stale",
    leads: [
      { leadId: "1", name: WHO, version: 1, wanted: change, changes: history },
    ],
    fields: {},
    back: "",
  },
];
