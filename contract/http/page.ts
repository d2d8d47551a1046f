/**
 * The state of a page. From the same state,
 * browser and server render the same tree.
 */

import type { Booking } from "../call/booking.ts";
import type { CALL_NUMBER, LeadInput } from "../lead/lead.ts";
import type { clocksOf } from "../locale/in-zone.ts";

/** The fields of a posted form, by their names. */
export type FormValues = Partial<Record<string, string>>;

export interface FieldProblem {
  input: LeadInput | typeof CALL_NUMBER.input;
  message: string;
}

export type FormState =
  /** `needsScript`: the page has no server that accepts a post of the form. */
  | { kind: "empty"; needsScript?: true }
  | {
      kind: "failed";
      values: FormValues;
      message: string;
      problems: readonly FieldProblem[];
    }
  | ({ kind: "submitted" } & Submitted);

export interface Submitted {
  /**
   * The address that gets a confirmation. Undefined if the answer to the form
   * mentions no confirmation, and after Back or a reload.
   */
  email?: string | undefined;
  /** No mail was planned, so the page must not announce a mail. */
  isUnmailed?: true | undefined;
  /**
   * The path where the lead picks a time for
   * a call, if the site has such a path.
   */
  offer?: string | undefined;
}

/**
 * `never`: the chosen time never opens. `over`: it is too
 * late to change the call. `full`: no other time is open.
 * `old`: the site read the times before the store failed.
 */
export const SCHEDULE_NOTICES = ["never", "over", "full", "old"] as const;

/**
 * Why there is no board: all times are taken,
 * none ever opens, the store fails, a bad link.
 */
export const NO_BOARD = ["full", "closed", "unavailable", "link"] as const;

/**
 * Why a lead has no call. `limit`: too many
 * bookings; `has-call`: its address has a call.
 */
export const NO_CALL = [
  "taken",
  "full",
  "never",
  "limit",
  "unavailable",
  "has-call",
] as const;
export type NoCall = (typeof NO_CALL)[number];

/**
 * The page that mails a lost link. `wrong`:
 * the visitor typed an unusable address.
 */
type AskStep = "asking" | "wrong" | "sent";

/** IANA names. The page shows times in `zone`. */
interface Zones {
  zone: string;
  agencyZone: string;
}

export type ScheduleNotice = (typeof SCHEDULE_NOTICES)[number];

/**
 * Choosing a time. `token` is from a link in a mail. With
 * the token, a stored lead books or moves its call, and the
 * form does not ask for the lead's name and address again.
 */
export interface Picking extends Zones {
  notice?: ScheduleNotice | undefined;
  token?: string | undefined;
  movedFrom?: string | undefined;
}

/**
 * `ahead`: a visitor can move or cancel the
 * call; `late`: its time is too close for that.
 */
export type CallPhase =
  | "ahead"
  | "late"
  | "now"
  | "over"
  | Exclude<Booking["state"], "booked" | "came">;

export const isComing = (phase: CallPhase) =>
  phase === "ahead" || phase === "late";

/**
 * `day` is like `2026-11-26` in the agency's
 * zone. `opens` is its first time, even if taken.
 */
export interface BoardDay {
  day: string;
  opens: string;
  times: readonly string[];
  /**
   * How many more calls fit. `times` can be more,
   * since times overlap and a day has a limit.
   */
  left: number;
  /** The agency has closed all its times, so the day is not full. */
  isClosed?: true;
}

export interface TimesBoard extends Picking {
  view: "times";
  days: readonly BoardDay[];
  /** Without a wish, the board opens on the visitor's first day with times. */
  day?: string | undefined;
  /** The open time to which the page's button moves the call. */
  chosen?: string | undefined;
  /** The time that the visitor asked for, if it is taken. */
  wanted?: string | undefined;
  /**
   * The next open times. If the visitor asked for
   * a time that is not open, the times around it.
   */
  soonest: readonly string[];
  earlier?: string | undefined;
  later?: string | undefined;
}

/**
 * Without a script, a visitor chooses the zone
 * here and returns to the page with query `back`.
 */
export interface ZoneChoice extends Picking {
  view: "zones";
  now: string;
  back: Partial<Record<string, string>>;
}

/** `phone` is undefined if the form asks for no number. */
export interface ChosenTime extends Picking {
  view: "form";
  startsAt: string;
  day: string;
  clocks: ReturnType<typeof clocksOf>;
  phone?: string;
}

/** A stored lead that has no call at the time that it asked for. */
export interface KeptLead extends Picking {
  view: "kept";
  why: NoCall;
  /** Undefined if the wished time could not be read. */
  wishedAt?: string | undefined;
  /** The nearest first. */
  nearest: readonly string[];
  phone?: string;
  answerBy?: string | undefined;
}

/** The first news on the page of a call. */
export type CallNews =
  | { kind: "none" | "booked" }
  /**
   * `from` is the former time of the call, if it differs from the present time.
   */
  | { kind: "moved"; from?: string }
  /**
   * The visitor, who has this call already, asked for a different time in vain.
   */
  | { kind: "not-booked"; wanted: string }
  | { kind: "refused"; notice: ScheduleNotice };

export interface BookedCall extends Zones {
  view: "call";
  startsAt: string;
  phase: CallPhase;
  news: CallNews;
  /**
   * The address that got or will get the
   * invitation. Empty without an invitation.
   */
  email: string;
  token: string;
  phone: string;
  /**
   * The number from which the agency calls.
   * Empty if the content has no such number.
   */
  from: string;
  /** The meeting link; empty for a call by phone. */
  link: string;
  calendars: CalendarLinks;
  /** The path where the lead picks a new time. */
  offer: string;
}

/** `work`: Outlook with a work account. */
export type CalendarLinks = Record<"google" | "outlook" | "work", string>;

export type ScheduleState =
  | TimesBoard
  | ZoneChoice
  | ChosenTime
  | KeptLead
  | BookedCall
  /**
   * At the step `sent`, the page does not say whether the site mails a link.
   */
  | { view: "ask"; step: AskStep; typed?: string }
  | { view: "none"; why: (typeof NO_BOARD)[number] };

export interface PageState {
  path: string;
  status: number;
  form: FormState;
  schedule?: ScheduleState;
}

/**
 * This hidden field has the version of the consent note that the form shows.
 */
export const CONSENT_FIELD = "consent";

export const PAGE_DATA_ID = "page-data";

export const ANALYTICS_ID = "analytics";

/**
 * The server or the static build replaces
 * this text in the HTML with the public key.
 */
export const PUBLIC_KEY_PLACEHOLDER = "%LEADS_PUBLIC_KEY%";

export const PUBLIC_KEY_META = "leads-key";
export const API_URL_META = "leads-api";

export interface Renderer {
  renderPage(state: PageState): Promise<string>;
}
