/** What the agency sees of its leads, in the inbox and on the command line. Times are ISO 8601 in UTC. */
import type { DeliveryLine } from "./delivery.ts";
import type { LeadRow } from "./lead.ts";

/** One line of the list. */
export interface LeadSummary {
  id: string;
  name: string;
  companyName: string;
  /** The value, as it is stored. */
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

export interface LeadDetail {
  lead: LeadRow;
  dueAt: string;
  answeredAt: string | undefined;
  test: boolean;
  notes: readonly LeadNote[];
  deliveries: readonly DeliveryLine[];
}

/** What cannot be seen from one lead: how the agency stands. */
export interface LeadsOverview {
  /** Leads a day, oldest first, without gaps; `day` as YYYY-MM-DD in the time zone. */
  days: readonly { day: string; leads: number }[];
  /** Median of the hours from a lead to its answer over the same days; undefined while there is none. */
  medianAnswerHours: number | undefined;
  open: number;
  overdue: number;
  undelivered: number;
  dead: number;
  /** Mails to the agency that have failed and wait for another try, or about an open lead that are dead. */
  mailToAgencyFailing: number;
}

export const LEAD_FILTERS = ["open", "answered", "all"] as const;

export type LeadFilter = (typeof LEAD_FILTERS)[number];

export interface LeadList {
  leads: readonly LeadSummary[];
  filter: LeadFilter;
  search: string;
  /** From 1. */
  page: number;
  pages: number;
  total: number;
}
