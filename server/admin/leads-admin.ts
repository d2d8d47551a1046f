/**
 * What the agency does with its leads: the one interface behind the inbox, the command line and the metrics. Two
 * implementations: over the store, and over HTTP to a running server. Times are ISO 8601 in UTC.
 */
import type {
  DeliveryList,
  Health,
  LeadDetail,
  LeadList,
  LeadNote,
  LeadsOverview,
  Removed,
  SignIn,
} from "../../contract/leads-admin.ts";
import type { Funnel } from "../../contract/funnel.ts";
import type { Outcome } from "../../contract/outcome.ts";
import type { DeliveryQuery, LeadsAfter, ListQuery, Removal, SendAgain } from "../storage/admin-store.ts";

/** What is wrong with what was asked, in a sentence for the operator. */
interface Missing {
  kind: "missing";
}

/** The store or the server cannot be had now. `reason` is a sentence for the operator. */
export interface AdminUnavailable {
  kind: "unavailable";
  reason: string;
}

export type Result<Value> = { kind: "ok"; value: Value } | Missing | AdminUnavailable;

/** These, or all of one person. */
export type WhichLeads = Exclude<Removal, { before: string }>;

export interface LeadsAdmin {
  /** Sorted by time left: the most overdue first, answered ones last by when they were answered. */
  list(query: ListQuery): Promise<Result<LeadList>>;
  /** @param days how many days the chart goes back, today included; days are the time zone's */
  overview(days: number, timeZone: string): Promise<Result<LeadsOverview>>;
  /** What visits came to by source, and what became of the leads. Days as for {@link overview}. */
  funnel(days: number, timeZone: string): Promise<Result<Funnel>>;
  lead(id: string): Promise<Result<LeadDetail>>;
  /** Leads whose ids come after this one, in the order of their ids, for who wants all of them. */
  leadsAfter(after: LeadsAfter): Promise<Result<readonly LeadDetail[]>>;
  /** Of all leads, the oldest delivery first. */
  deliveries(query: DeliveryQuery): Promise<Result<DeliveryList>>;
  /**
   * Stops the clock, cancels reminders and tells webhooks; answering twice changes nothing.
   *
   * @param by whose sign-in to the inbox it is, here and below
   */
  answer(id: string, by?: string): Promise<Result<LeadDetail>>;
  /** What became of it; stops the clock too. For spam, nothing more is sent at all. */
  outcome(id: string, outcome: Outcome, by?: string): Promise<Result<LeadDetail>>;
  /**
   * Starts the clock again where it stood; reminders whose time has not come are planned again. Of a lead that was
   * suspected or spam the clock begins now, and what it is owed is sent.
   */
  reopen(id: string): Promise<Result<LeadDetail>>;
  note(id: string, text: string, by?: string): Promise<Result<LeadNote>>;
  /** Deletes leads with all that belongs to them. What is not there is none of them. */
  remove(which: WhichLeads): Promise<Result<Removed>>;
  /**
   * Makes deliveries due now; unless they wait anyway, with their tries counted anew.
   *
   * @returns the ids of those that are: none when there was nothing of the kind
   */
  sendAgain(what: SendAgain): Promise<Result<readonly string[]>>;
  /**
   * Stores a lead that is marked as a test, with the deliveries of every lead.
   *
   * @param email where its confirmation goes; undefined: where the agency's own mail goes
   */
  test(email: string | undefined): Promise<Result<LeadDetail>>;
  /** Who is signed in to the inbox, the oldest first. */
  signIns(): Promise<Result<readonly SignIn[]>>;
  /** @returns how many of them there were */
  endSignIns(ids: readonly string[]): Promise<Result<number>>;
  health(): Promise<Result<Health>>;
  close(): Promise<void>;
}

/** Over HTTP each has an address of its name, below {@link ADMIN_PATH}. */
export type Operation = Exclude<keyof LeadsAdmin, "close">;

export const ADMIN_PATH = "/admin";
