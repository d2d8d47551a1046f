/**
 * The agency's view of its leads, with schemas
 * of stored rows. Times are ISO 8601 in UTC.
 */

import * as v from "valibot";
import {
  BookingSchema,
  WishSchema,
  type BookingLine,
} from "../call/booking.ts";
import { VisitSchema } from "../lead/lead-visit.ts";
import { columnNames, phoneOf } from "../lead/lead.ts";
import {
  DELIVERY_KINDS,
  DELIVERY_REASONS,
  DELIVERY_STATES,
  LeadEventNameSchema,
} from "../mail/delivery.ts";
import { maybeText } from "../texts.ts";
import {
  ALL_OUTCOMES,
  DECIDED_OUTCOMES,
  OUTCOMES,
  SPAM_SIGNALS,
} from "./outcome.ts";

const text = v.string();
const count = v.number();

export const DeliveryLineSchema = v.object({
  id: text,
  /** A webhook has the name of its event. */
  kind: v.union([v.picklist(DELIVERY_KINDS), LeadEventNameSchema]),
  /** A webhook's host, or a member's address. Empty for other deliveries. */
  target: text,
  state: v.picklist(DELIVERY_STATES),
  attempts: count,
  nextAt: text,
  sentAt: maybeText,
  why: v.optional(v.picklist(DELIVERY_REASONS)),
  /** Why the last attempt failed, for the operator. */
  lastError: maybeText,
});
export type DeliveryLine = v.InferOutput<typeof DeliveryLineSchema>;

/**
 * The address of a lead's owner, and the day
 * to get back to the lead, like `2027-03-01`.
 */
const CARE = {
  owner: maybeText,
  followUpOn: maybeText,
};

/**
 * Each lead is in exactly one of these lists:
 * `server/leads/lead-lists.ts` says in which.
 */
export const LISTS = [
  "open",
  "next",
  "booked",
  "waiting",
  ...DECIDED_OUTCOMES,
  "spam",
] as const;
export type List = (typeof LISTS)[number];

/**
 * What became of leads: each figure links to the list of its leads. `leads`
 * leaves out tests, spam and suspected leads. `calls`: leads that have a call.
 * `unsaid`: leads with a call that is over, of which nobody said whether they
 * came. `customers`: leads that were won.
 */
export const RESULTS = [
  "leads",
  "calls",
  "came",
  "unsaid",
  "customers",
] as const;
export type Result = (typeof RESULTS)[number];
export type Results = Record<Result, number>;
export const LEAD_FILTERS = [...LISTS, "all", ...RESULTS] as const;
export type LeadFilter = (typeof LEAD_FILTERS)[number];

/** How a member got hold of a person. */
export const CONTACTS = ["reached"] as const;

/** What a mark changes, and *Undo* takes back. */
export const STATE_CHANGES = [
  "answered",
  "reopened",
  ...CONTACTS,
  ...OUTCOMES,
] as const;

/** What buttons of a lead's page do that are no marks. */
export const LEAD_ACTIONS = ["given-back", "parted"] as const;
export type LeadAction = (typeof LEAD_ACTIONS)[number];

export const CHANGES = [
  ...STATE_CHANGES,
  // By an *Undo* alone.
  "suspected",
  "note",
  "note-corrected",
  "taken",
  ...LEAD_ACTIONS,
  "follow-up",
  "corrected",
  "deleted",
  "call-booked",
  "call-moved",
  "call-cancelled",
  "call-coming",
  "call-came",
  "call-missed",
] as const;

export const ChangeSchema = v.object({
  kind: v.picklist(CHANGES),
  changedAt: v.string(),
  /**
   * A member's address, or `VISITOR`; undefined
   * at the command line and behind a chat's link.
   */
  author: maybeText,
  startsAt: maybeText,
  /**
   * A visitor's reason to cancel, the corrected
   * values, or the day of a follow-up.
   */
  reason: maybeText,
});
export type Change = v.InferOutput<typeof ChangeSchema>;

/**
 * How many days after a change the lead is ours to do again, unless more
 * happens. A change that is not here leaves that day as it is.
 */
export const DAYS_UNTIL_NEXT: { readonly [Kind in Change["kind"]]?: number } = {
  answered: 7,
  reached: 7,
  "follow-up": 7,
  "call-booked": 7,
  "call-came": 0,
  "call-missed": 0,
  "call-cancelled": 0,
};

/**
 * A change that the site refused, because the
 * lead had changed after its page was shown.
 */
export interface Stale {
  leadId: string;
  name: string;
  version: number;
  /** The mark that *Undo* would take back. */
  number?: number | undefined;
  wanted: Change;
  /** Changes that the page did not show, the latest first. */
  changes: Change[];
}

export const LeadNoteSchema = v.object({
  id: text,
  text,
  createdAt: text,
  by: maybeText,
});
export type LeadNote = v.InferOutput<typeof LeadNoteSchema>;

export const LeadRowSchema = v.object({
  id: text,
  created_at: text,
  ...v.entriesFromList(columnNames, text),
});

export const LeadDetailSchema = v.object({
  lead: LeadRowSchema,
  dueAt: text,
  answeredAt: maybeText,
  answeredBy: maybeText,
  test: v.boolean(),
  visit: v.optional(VisitSchema),
  ...CARE,
  /**
   * The first lead of a person who wrote again,
   * and since when an earlier lead waits.
   */
  againOf: maybeText,
  againSince: maybeText,
  /**
   * A value of its own, if a member parted
   * the lead from others with its address.
   */
  person: maybeText,
  wish: v.optional(WishSchema),
  outcome: v.optional(v.picklist(ALL_OUTCOMES)),
  outcomeAt: maybeText,
  outcomeBy: maybeText,
  suspicion: v.array(v.picklist(SPAM_SIGNALS)),
  /**
   * Counts changes. A form names the version of
   * its page, so it overwrites no later change.
   */
  version: count,
  notes: v.array(LeadNoteSchema),
  /** The latest first. */
  history: v.array(ChangeSchema),
  bookings: v.array(BookingSchema),
  deliveries: v.array(DeliveryLineSchema),
});
export type LeadDetail = v.InferOutput<typeof LeadDetailSchema>;

/** The number at which the visitor can be called. */
export const numberOf = ({ lead, bookings, wish }: LeadDetail) =>
  phoneOf(lead.email) ??
  (bookings[bookings.length - 1]?.phone || wish?.phone || undefined);

/**
 * Due deliveries after a failed attempt, and dead
 * ones. A mail written to a file did not fail.
 */
export function failedDeliveries({ deliveries }: LeadDetail): DeliveryLine[] {
  return deliveries.filter(
    ({ state, why, lastError }) =>
      (state === "dead" && why !== "written") ||
      (state === "due" && lastError !== undefined),
  );
}

export const FollowUpSchema = v.object({
  id: text,
  name: text,
  companyName: text,
  ...CARE,
});
type FollowUp = v.InferOutput<typeof FollowUpSchema>;

export interface Today {
  calls: readonly BookingLine[];
  /** Leads whose follow-up day is today or has passed. */
  followUps: readonly FollowUp[];
}

export const SignInSchema = v.object({
  id: text,
  /**
   * Undefined if a link of the command line
   * signed the person in; the store has "" then.
   */
  email: v.pipe(
    text,
    v.transform((email) => email || undefined),
  ),
  openedAt: text,
  endsAt: text,
});
export type SignIn = v.InferOutput<typeof SignInSchema> & {
  /** A link of the command line makes an owner. */
  role: TeamMember["role"];
};

/** `mine` are the mails about leads that the member has taken. */
export const TEAM_MAILS = ["all", "mine", "none"] as const;

/**
 * Everybody answers leads. An `editor` also drafts
 * the site, and an `owner` changes the team.
 */
export const ROLES = ["member", "editor", "publisher", "owner"] as const;

export const TeamMemberSchema = v.object({
  email: text,
  /**
   * Which mails of the team the member gets,
   * besides those about each lead and call.
   */
  mails: v.picklist(TEAM_MAILS),
  role: v.picklist(ROLES),
  /** Whether the member gets a mail about each new lead and call. */
  takesLeads: v.boolean(),
  /** Undefined for addresses of the settings. */
  invitedAt: maybeText,
  invitedBy: maybeText,
});
export type TeamMember = v.InferOutput<typeof TeamMemberSchema>;

export const TeamSettingsSchema = v.object({
  /** Whether each new lead goes to one of those who take leads, in turn. */
  inTurn: v.boolean(),
  /** Who runs this site; empty if nobody said so. */
  runner: text,
  runnerPhone: text,
});
export type TeamSettings = v.InferOutput<typeof TeamSettingsSchema>;

/** The latest of some leads. */
const namedLeads = v.array(v.object({ id: text, name: text }));

/** What is wrong with leads and their deliveries. */
export const HealthSchema = v.object({
  suspected: count,
  /**
   * Mails to the agency that failed. A mail that was
   * given up counts as long as its lead or call is open.
   */
  mailToAgencyFailing: count,
  /**
   * Mails to visitors that the site holds back because of the daily limit for a
   * mailbox. The agency may send such mails by hand.
   */
  withheld: count,
  withheldLeads: namedLeads,
  /**
   * Deliveries that were given up, and events that were refused
   * for an hour, as long as somebody still waits for them.
   */
  givenUp: count,
  givenUpLeads: namedLeads,
  /**
   * Mails about open leads and calls that went
   * to files, because no mail server was set.
   */
  written: count,
  /**
   * Leads older than RETENTION_DAYS that the
   * daily limit of deletions still keeps.
   */
  purgeWaits: count,
});
export type Health = v.InferOutput<typeof HealthSchema>;
