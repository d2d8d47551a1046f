/**
 * What the operator's pages show. The server fills it from the store and hands it to the built renderer; there is no
 * script on these pages, every action is a form. Times are ISO 8601 in UTC, shown in `timeZone`.
 */
import type { LeadRow } from "./lead.ts";

/** One line of the list. */
export interface LeadSummary {
  id: string;
  name: string;
  companyName: string;
  /** A value of SERVICES. */
  service: string;
  createdAt: string;
  dueAt: string;
  answeredAt: string | undefined;
  /** Sent by the operator to test the chain. */
  test: boolean;
  /** Deliveries that are dead, or have failed and wait for another try. */
  troubled: number;
}

export interface LeadNote {
  id: string;
  text: string;
  createdAt: string;
}

export const DELIVERY_STATES = ["due", "sent", "dead", "cancelled", "withheld"] as const;

/**
 * `withheld`: a confirmation that was not sent because the address had one within a day; `cancelled`: a reminder
 * that nobody needs, since the lead was answered.
 */
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export interface DeliveryLine {
  id: string;
  kind: string;
  /** The webhook's host; empty for mail. */
  target: string;
  state: DeliveryState;
  attempts: number;
  /** When it is tried (again), while it is due. */
  nextAt: string;
  sentAt: string | undefined;
  lastError: string | undefined;
}

export interface LeadDetail {
  lead: LeadRow;
  dueAt: string;
  answeredAt: string | undefined;
  test: boolean;
  notes: readonly LeadNote[];
  deliveries: readonly DeliveryLine[];
}

/** What cannot be seen from one lead: the state of the house. */
export interface InboxOverview {
  /** Leads a day, oldest first, without gaps; `day` as YYYY-MM-DD in the time zone. */
  days: readonly { day: string; leads: number }[];
  /** Median of the hours from a lead to its answer over the same days; undefined while there is none. */
  medianAnswerHours: number | undefined;
  open: number;
  overdue: number;
  undelivered: number;
  dead: number;
}

export const INBOX_FILTERS = ["open", "answered", "all"] as const;
export type InboxFilter = (typeof INBOX_FILTERS)[number];

export interface LeadList {
  leads: readonly LeadSummary[];
  filter: InboxFilter;
  search: string;
  /** From 1. */
  page: number;
  pages: number;
  total: number;
}

export type InboxView =
  | { view: "list"; list: LeadList; overview: InboxOverview }
  | { view: "lead"; detail: LeadDetail }
  /** Behind the link "Mark as answered" of a mail: a button, since a mail scanner's GET must change nothing. */
  | { view: "answer"; detail: LeadDetail; action: string }
  /** Behind the link "Show this lead" of a mail: the lead, and nothing else of the inbox. */
  | { view: "shown"; detail: LeadDetail }
  /** Behind an inbox link: a button that opens the inbox on this device. */
  | { view: "enter"; action: string; token: string }
  /** `entered`: this device is signed in, so that there is a way back. */
  | { view: "refused"; reason: InboxRefusal; entered: boolean };

/** Why a page cannot be shown or a form not be taken. */
export type InboxRefusal =
  /** A link whose time is over, and one that we did not write. */
  | "expired"
  | "bad"
  | "signed-out"
  | "missing"
  /** A form that no page of ours sends, and one that another site's page sent. */
  | "unreadable"
  | "foreign"
  /** The store cannot be had now. */
  | "unavailable";

export interface InboxState {
  now: string;
  timeZone: string;
  shown: InboxView;
}

/** What `dist/render/inbox.js` exports. */
export interface InboxRenderer {
  /** The whole document, `<!doctype html>` included. */
  renderInbox(state: InboxState): string;
  /** What stands in the document's one style element; its hash goes into the security policy. */
  styles: string;
}

/** Paths and form fields of the operator's pages. */
export const INBOX = {
  path: "/inbox",
  enter: "/inbox/enter",
  lead: (id: string) => `/inbox/leads/${id}`,
  answer: (id: string) => `/inbox/leads/${id}/answer`,
  reopen: (id: string) => `/inbox/leads/${id}/reopen`,
  note: (id: string) => `/inbox/leads/${id}/notes`,
  revive: (id: string, deliveryId: string) => `/inbox/leads/${id}/deliveries/${deliveryId}/revive`,
  leave: "/inbox/leave",
  noteField: "text",
  tokenField: "token",
} as const;

/** Unicode code points. */
export const MAX_NOTE_LENGTH = 4_000;
