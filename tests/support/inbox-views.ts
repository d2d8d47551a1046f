/** Draws the pages of the inbox, from what is known of a lead. */

import type { Content } from "../../contract/content/schema.ts";
import { CHANGES, LISTS } from "../../contract/inbox/leads-admin.ts";
import type {
  Change,
  Health,
  LeadDetail,
} from "../../contract/inbox/leads-admin.ts";
import { SPAM_SIGNALS } from "../../contract/inbox/outcome.ts";
import {
  DELIVERY_KINDS,
  DELIVERY_STATES,
  VISITOR,
} from "../../contract/mail/delivery.ts";
import { present } from "../../server/inbox/forms.ts";
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
import type { SiteBarProps } from "../../server/inbox/site/site-bar.tsx";
import type { InboxState } from "../../server/inbox/use-inbox.ts";
import { content } from "../content.ts";
import { leadRow } from "./leads.ts";
import { bookingEvent } from "./outgoing.ts";

export type ViewOf<Name extends InboxPage> = { view: Name } & InboxProps<Name>;
export type InboxView = { [Name in InboxPage]: ViewOf<Name> }[InboxPage];

/** Each state's drawing, by the state's name. */
export const mapped = <State, Drawn>(
  states: Record<string, State>,
  draw: (state: State) => Drawn,
): Record<string, Drawn> =>
  Object.fromEntries(
    Object.entries(states).map(([name, state]) => [name, draw(state)]),
  );

export const NOW = "2027-03-01T12:00:00.000Z";
export const EARLIER = "2027-03-01T09:00:00.000Z";
export const LATER = "2027-03-02T12:00:00.000Z";
const STATE = {
  now: NOW,
  timeZone: "America/New_York",
  localNumber: String,
  comingDays: ["2027-03-01"],
  isOpened: false,
};
const noFonts = { fonts: [], theme: { own: "", letters: "" } };
const drawn = (given: Content) => createInboxPages(given, noFonts);
const pages = drawn({ ...content, logo: null });

const OUTSIDE: readonly InboxPage[] = [
  "AskPage",
  "SignInPage",
  "InboxErrorPage",
  "MailLeadPage",
];
export const signIn = {
  id: "1",
  email: "ana@agency.example",
  role: "owner",
  openedAt: NOW,
  endsAt: LATER,
} as const;

export const ANA = signIn.email;

/**
 * The HTML as a colleague of those who have
 * the leads sees it, or in another state.
 */
export function whole<Name extends InboxPage>(
  view: ViewOf<Name>,
  changes: Partial<InboxState> = {},
  given?: Content,
): string {
  const isOutside = OUTSIDE.includes(view.view);
  const state = isOutside ? STATE : { ...STATE, signIn };
  const { render } = given ? drawn(given) : pages;
  const html = render(view.view, view, { ...state, ...changes });
  return html.slice(html.indexOf("<title"));
}

/** The title, the way back, and the HTML below the header. */
export const rendered = <Name extends InboxPage>(view: ViewOf<Name>) =>
  whole(view).replace(
    /<\/head>.*?(?:(<a href="[^"]*">[^<]*<\/a>)?<form role="search".*?)?(?=<main)/s,
    "$1",
  );

/** The bar at the foot of the editor's pages. */
export const renderedBar = (bar: SiteBarProps) =>
  pages.renderBar(bar, { ...STATE, isOpened: true });

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
export const change = {
  kind: "answered",
  changedAt: NOW,
  author: EMAIL,
  startsAt: LATER,
  reason: TEXT,
} as const;
export const history: Change[] = [
  ...CHANGES.map((kind) => ({
    ...change,
    kind,
    reason: kind === "follow-up" ? "2027-03-01" : TEXT,
  })),
  { kind: "follow-up", changedAt: LATER, author: VISITOR },
  { kind: "reached", changedAt: LATER },
];
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
      nextAt: LATER,
      ...(state === "sent" && { sentAt: NOW }),
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

const HEALTHY: Health = {
  suspected: 0,
  mailToAgencyFailing: 0,
  withheld: 0,
  withheldLeads: [],
  givenUp: 0,
  givenUpLeads: [],
  written: 0,
  purgeWaits: 0,
};

export const NO_ALARMS: AlarmProps = {
  health: HEALTHY,
  machine: {
    runner: { runner: "", runnerPhone: "" },
    calendars: [],
    backupAges: {},
    contentProblems: undefined,
    hidesVisitors: false,
    fault: undefined,
  },
};

const NO_LEADS: FilterCounts = Object.fromEntries(
  [...LISTS, "all"].map((name) => [name, 0]),
);

export const emptyList: ViewOf<"ListPage"> = {
  view: "ListPage",
  query: DEFAULT_LIST,
  list: { leads: [], total: 0 },
  filters: NO_LEADS,
  today: undefined,
  alarms: NO_ALARMS,
};
