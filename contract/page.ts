/** Data that build, server and page exchange: the page renders the same tree as the server from the same state. */
import type { BookingState } from "./booking.ts";
import type { CALL_NUMBER, LeadInput } from "./lead.ts";
import type { Clocks } from "./locale/in-zone.ts";
import type { InboxRenderer } from "./inbox.ts";

export type FormValues = Partial<Record<LeadInput, string>>;

/** The inputs of the form: the lead, and the number to call when a call is booked. */
export type FormInput = LeadInput | typeof CALL_NUMBER.input;

export interface FieldProblem {
  input: FormInput;
  message: string;
}

/** The form when the page opens: empty, filled from a failed post, or replaced by the confirmation. */
export type FormState =
  /** `needsScript`: no server behind the page accepts a post of the form. */
  | { kind: "empty"; needsScript?: true }
  | { kind: "failed"; values: FormValues; message: string; problems: readonly FieldProblem[] }
  | ({ kind: "submitted" } & Submitted);

/** What the confirmation says. */
export interface Submitted {
  /** The address that a mail was planned for; undefined on a page that is shown again. */
  email?: string | undefined;
  /** No mail was planned, so the page does not tell the visitor to check it. */
  isUnmailed?: true | undefined;
  /** The path where the lead picks a time for its call, if there is one. */
  offer?: string | undefined;
}

export const SCHEDULE_NOTICES = ["taken", "never", "unreadable", "over", "full", "limit", "old"] as const;

/** Why no times are shown: all are taken, none is ever offered, the store does not answer, or the link is invalid. */
export const NO_BOARD = ["full", "closed", "unavailable", "link"] as const;

/** Why a stored lead has no call: its time, the day or all times are taken, it was never open, or cannot be read; the limit of calls; the store; or a call of the same address. */
export const NO_CALL = ["taken", "full", "never", "unreadable", "limit", "unavailable", "has-call"] as const;
export type NoCall = (typeof NO_CALL)[number];

export const ASKED = ["asking", "wrong", "sent"] as const;

interface Zones {
  /** IANA names: of the zone that times are shown in, and of the agency's own. */
  zone: string;
  agencyZone: string;
  notice?: (typeof SCHEDULE_NOTICES)[number] | undefined;
}

/** `token`: from the link of a lead, or of a call that is moved; else all fields are asked. */
export interface Picking extends Zones {
  token?: string | undefined;
  movedFrom?: string | undefined;
}

/** A booked call can be moved or cancelled while it is ahead; `late` is too close to its time for that. */
export type CallPhase = "ahead" | "late" | "now" | "over" | Exclude<BookingState, "booked">;

export const isComing = (phase: CallPhase) => phase === "ahead" || phase === "late";

/** A day on which the agency offers times, as `2026-11-26` in its zone. */
export interface BoardDay {
  day: string;
  /** Its first start, open or not: visitors read its date on their own clock. */
  opens: string;
  /** Open times, in order. */
  times: readonly string[];
  /** How many calls can still be booked: fewer than times where a day has a limit, or where times overlap. */
  left: number;
}

export interface Board extends Picking {
  view: "times";
  days: readonly BoardDay[];
  /** The one of the days whose times are shown. */
  day: string;
  /** The new time of a call that is moved, until its button is pressed. */
  chosen?: string;
  /** The time that was asked for, and that another visitor has. */
  wanted?: string;
  /** The next open times, or those around one that is not open. */
  soonest: readonly string[];
  /** Days with which the board shows others. */
  earlier?: string;
  later?: string;
}

/** Where a visitor without a script chooses the zone of the times. */
export interface ZoneChoice extends Picking {
  view: "zones";
  /** An instant: the list has the time in each zone. */
  now: string;
  /** What the board is asked for with the zone. */
  back: Record<string, string>;
}

export interface ChosenTime extends Picking {
  view: "form";
  /** Empty where it cannot be read. */
  startsAt: string;
  /** The agency's day of the time, which the board shows again. */
  day?: string;
  /** The server writes them: engines name a few zones differently. Undefined where the time cannot be read. */
  clocks?: Clocks;
  /** The number to call; undefined: the page asks for none. */
  phone?: string;
}

/** A lead that is stored, and has no call at the time that it asked for. */
export interface KeptLead extends Picking {
  view: "kept";
  why: NoCall;
  /** Undefined: it could not be read. */
  wishedAt?: string | undefined;
  /** Open times near it, the nearest first. */
  nearest: readonly string[];
  /** The number to call; undefined: the page asks for none. */
  phone?: string;
  /** The time by which the agency answers whoever picks no other time. */
  answerBy: string;
}

export interface BookedCall extends Zones {
  view: "call";
  startsAt: string;
  phase: CallPhase;
  /** What has just become of it. */
  just?: "booked" | "moved";
  /** Whether the visitor has said to be there; undefined: not, and no link asked. */
  willCome?: boolean;
  /** The address that its invitation goes to; empty while none is sent. */
  email: string;
  token: string;
  phone: string;
  /** The number that the agency calls from; empty where it is not said. */
  from: string;
  /** The meeting link; empty for a call by phone. */
  link: string;
  calendars: CalendarLinks;
  /** When the call was, until it has just been moved. */
  former?: string;
  /** Another time that was asked for with a call there already. */
  wanted?: string;
  /** Where its lead picks another time and types nothing again. */
  offer: string;
}

/** Addresses that add a copy of the call to a calendar on the web. */
export type CalendarLinks = Record<"google" | "outlook" | "work", string>;

/** The scheduling page. Times are instants. */
export type ScheduleState =
  | Board
  | ZoneChoice
  | ChosenTime
  | KeptLead
  | BookedCall
  /** Asks for the address that the lost link goes to; `sent` in the same words for every address. */
  | { view: "ask"; became: (typeof ASKED)[number]; typed?: string }
  | { view: "none"; why: (typeof NO_BOARD)[number] };

/** Everything that decides how a page looks. `status` is the HTTP status of its response. */
export interface PageState {
  path: string;
  status: number;
  form: FormState;
  schedule?: ScheduleState;
}

/** The fragment of the form page's URL once a lead is stored, so an analytics script can count it. */
export const SENT_FRAGMENT = "#sent";

/** Event on the window once a lead is stored, without any data, for the owner's own script. */
export const SUBMITTED_EVENT = "lead:submitted";

/** Id of the form that sends a lead. */
export const FORM_ID = "lead-form";

/** Name of the form's button; its value is the version of the consent note beside it: pressing it is agreeing. */
export const CONSENT_FIELD = "consent";

/** Of the link in a reminder, and of the button on the page behind it: mail scanners follow links, and press no button. */
export const COMING_FIELD = "coming";

/** Field of a page that asks what became of a form that had no answer: nothing new is stored then. */
export const ASKS_FIELD = "asks";

export const PAGE_DATA_ID = "page-data";

export const ANALYTICS_ID = "analytics";

/** The server replaces it in the built HTML with the public key. */
export const PUBLIC_KEY_PLACEHOLDER = "%LEADS_PUBLIC_KEY%";

/** `<meta>` names that tell the page the key and the address for sending a lead. */
export const PUBLIC_KEY_META = "leads-key";
export const API_URL_META = "leads-api";

/** Renders pages that cannot be prerendered, with content that it received once. */
export interface Renderer {
  renderPage(state: PageState): Promise<string>;
  inbox: InboxRenderer;
}

/** The exports of `render/render.js`. The content is in `render/input.json`. */
export interface RendererModule {
  /** @throws when the input is not the one that the build writes there */
  createRenderer(input: unknown): Renderer;
  /** Content that pages fetch, by the name of its file. */
  filesOfContent(content: unknown): Record<string, unknown>;
}
