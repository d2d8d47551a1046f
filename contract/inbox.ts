/** The state of the operator's pages. They have no script: each action is a form. */
import * as v from "valibot";
import type { BookingLine, CalendarState, ClosedTime, Holiday } from "./booking.ts";
import type { LeadColumn } from "./lead.ts";
import { OUTCOMES_BY_HAND } from "./outcome.ts";
import { INBOX } from "./routes.ts";
import { lineOf } from "./typed-text.ts";
import { LEAD_FILTERS, LEAD_ORDERS } from "./leads-admin.ts";
import type * as admin from "./leads-admin.ts";

/** The spans of *Sources*, in days up to today. */
export const SPANS = [30, 90, 365] as const;

function line(mostCodePoints: number) {
  const cut = v.transform((text: string) => lineOf(text, mostCodePoints));
  return v.fallback(v.pipe(v.string(), cut), "");
}

/** Code points: 200 of a name, and room for the mark of a paid source (`sourceKey`). */
const MAX_NAME_LENGTH = 210;

/** A parameter that is missing or unreadable has its default. */
export const ListQuerySchema = v.object({
  filter: v.fallback(v.picklist(LEAD_FILTERS), "open"),
  order: v.fallback(v.picklist(LEAD_ORDERS), "newest"),
  search: line(100),
  /** A key of contract/source.ts; empty: any. */
  source: line(MAX_NAME_LENGTH),
  campaign: line(MAX_NAME_LENGTH),
  /** Days back, including today; 0: any time. */
  days: v.fallback(v.pipe(v.picklist(SPANS.map(String)), v.toNumber()), 0),
  page: v.fallback(v.pipe(v.string(), v.regex(/^[1-9]\d{0,5}$/), v.toNumber()), 1),
});
export type ListQuery = v.InferOutput<typeof ListQuerySchema>;

/** The list that the inbox opens with. */
export const LIST: ListQuery = v.parse(ListQuerySchema, {});

export const LIST_SIZE = 25;

export function pagesOf({ total }: Pick<admin.LeadList, "total">): number {
  return Math.max(1, Math.ceil(total / LIST_SIZE));
}

type BackupPlace = "local" | "elsewhere";
/** Seconds since the newest backup beside the store, and the newest on another machine. */
export type BackupAges = Partial<Record<BackupPlace, number>>;

/** The site makes a backup every day, so a backup that is two days old is late. */
const LATE_AFTER_S = 2 * 86_400;

export const latePlaces = (ages: BackupAges): BackupPlace[] =>
  (["local", "elsewhere"] as const).filter((place) => (ages[place] ?? 0) > LATE_AFTER_S);

export interface MachineState {
  calendars: readonly CalendarState[];
  backupAges: BackupAges;
  /** Why a changed content folder is not shown. */
  contentProblems?: string | undefined;
}

export interface InboxViews {
  list: MachineState & {
    query: ListQuery;
    list: admin.LeadList;
    filters: admin.FilterCounts;
    health: admin.Health;
    /** Only for the first page of open leads. */
    today: admin.Today | undefined;
  };
  lead: {
    detail: admin.LeadDetail;
    /** The lead's position in the list that led to it, as addresses. */
    place: {
      /** Added to the addresses of the lead's forms to preserve the position. */
      query: string;
      list: string;
      previous?: string | undefined;
      next?: string | undefined;
    };
    others: readonly admin.LeadDetail[];
    /** The days offered for the follow-up. */
    days: readonly string[];
    /** Undefined if calls are booked on another site. */
    booking: { openTimes: readonly string[]; requiresPhone: boolean } | undefined;
  };
  edit: {
    id?: string;
    /** The version of the lead that the form shows. */
    seen?: number | undefined;
    fields: Partial<Record<LeadColumn, string>>;
    problems: readonly { column: LeadColumn; message: string }[];
    from?: string;
    back: string;
  };
  sources: { sources: admin.SourceResults };
  calls: {
    calls: readonly BookingLine[];
    closed: readonly ClosedTime[];
    /** `days` are of one week, `holidays` of one year. */
    days: readonly string[];
    holidays: readonly Holiday[];
    /** Undefined if the scheduling page is on another site. */
    feed: string | undefined;
    /** The times that could not be closed, as typed. */
    typed?: { from: string; to: string } | undefined;
  };
  team: { members: readonly admin.TeamMember[]; signIns: readonly admin.SignIn[] };
  health: MachineState & {
    fault: string | undefined;
    health: admin.Health;
    latest: admin.LatestLeads;
    /** The oldest deliveries that were given up. */
    dead: readonly admin.LeadDelivery[];
    hasMailServer: boolean;
    version: string;
  };
  /**
   * The page that erases a person. `id` is the lead from whose page it was opened. `numbers` are
   * numbers that may belong to other people: if there are any, nobody is erased.
   */
  erase: Pick<InboxViews["delete"], "leads" | "team"> & { id: string; numbers: readonly string[] };
  stale: { leads: readonly admin.Stale[]; fields: Readonly<Record<string, string>>; back: string };
  delete: {
    leads: readonly admin.LeadDetail[];
    /** Who is mailed about a canceled call, besides its visitor. */
    team: readonly string[];
    back: string;
    /** Number of leads in the list, of which `leads` may be a part; undefined for ticked leads. */
    total?: number | undefined;
  };
  /** Behind a mail's link "Mark as answered", or "Say whether it's spam" for a suspected lead. */
  answer: { detail: admin.LeadDetail };
  /** Behind a mail's link "Show this lead". */
  "mail-lead": { detail: admin.LeadDetail; token: string };
  /** `sent` confirms every address in the same words, whether or not it is a member's. */
  ask: { sent: boolean };
  "sign-in": { token: string };
  error: { reason: InboxError };
}

export type InboxView = { [V in keyof InboxViews]: { view: V } & InboxViews[V] }[keyof InboxViews];

/** `bad`: a link that we did not sign; `used`: a link that works only once. */
const LINK_ERRORS = ["expired", "bad", "used", "too-many"] as const;
/** `foreign`: another site's form. */
const FORM_ERRORS = ["missing", "unreadable", "foreign", "waiting"] as const;
export const INBOX_ERRORS = [...LINK_ERRORS, ...FORM_ERRORS, "unavailable"] as const;

export type InboxError = (typeof INBOX_ERRORS)[number];

export interface InboxState {
  now: string;
  timeZone: string;
  view: InboxView;
  deed?: Deed | undefined;
  /** The sign-in of this device; undefined behind a mailed link, and while it is not known. */
  signIn?: admin.SignIn | undefined;
}

export interface InboxRenderer {
  renderInbox(state: InboxState): string;
  /** The text of the one style element; its hash goes into the security policy. */
  styles: string;
  sheet: (timeZone: string) => { head: () => string; lines: (leads: admin.LeadDetail[]) => string };
}

/** The mark `not-spam` also reopens a lead. */
export const MARKS = ["answered", "reopened", "not-spam", ...OUTCOMES_BY_HAND] as const;
export type Mark = (typeof MARKS)[number];

export const MARKING_DEEDS = [...MARKS, "deleted"] as const;

const LEAD_DEEDS = ["added", "corrected", "owned", "given-back", "follow-up", "noted"] as const;
/** Why calls are refused. `over`: the call began or was cancelled; `past`: the new time began. */
const CALL_REFUSALS = ["taken", "over", "past", "has-call", "number", "no-time"] as const;
const CALL_DEEDS = ["booked", "moved", "cancelled", "missed", ...CALL_REFUSALS] as const;
const TEAM_DEEDS = ["invited", "unmailed", "member", "full", "removed", "ended", "chosen"] as const;
const PAGE_DEEDS = ["nothing", "undone", "erased", "sent", "revived", "closed", "opened"] as const;
export const OTHER_DEEDS = [...LEAD_DEEDS, ...CALL_DEEDS, ...TEAM_DEEDS, ...PAGE_DEEDS] as const;

export const BackSchema = v.pipe(v.string(), v.regex(/^\/inbox(?:[/?#]|$)/));

/** What the last sent form did, for the page after it. */
export const DeedSchema = v.object({
  what: v.picklist([...MARKING_DEEDS, ...OTHER_DEEDS]),
  back: BackSchema,
  /** Number of leads; 1 if left out. */
  count: v.optional(v.number()),
  /** What the form of *Undo* sends: each lead's {@link tickOf} and the mark's version. */
  undo: v.optional(v.array(v.string())),
});
export type Deed = v.InferOutput<typeof DeedSchema>;

export const INBOX_FIELDS = {
  note: "text",
  mark: "mark",
  /** The list sends one {@link tickOf} per lead; other forms send all, separated by spaces. */
  lead: "lead",
  seen: "seen",
  back: "back",
  from: "from",
  email: "email",
  mails: "mails",
  /** The signed-in address, to take a lead; empty, to give it back. */
  owner: "owner",
  followUpOn: "followUpOn",
} as const;

/** Names a lead and the version that the page shows. */
export function tickOf({ lead, version }: { lead: { id: string }; version: number }): string {
  return `${lead.id}.${version}`;
}

/** `at`: the lead's position in the list, from 0. */
type ListPlace = { at?: number; order?: admin.LeadOrder };

/** Writes the parameters that differ from the defaults. @param more is written in any case */
export function queryOf(query: Partial<ListQuery>, more: ListPlace = {}): string {
  const defaults = new Map<string, unknown>(Object.entries(LIST));
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, ...more }))
    if (name in more || value !== defaults.get(name)) parameters.set(name, String(value));
  return parameters.size === 0 ? "" : `?${parameters.toString()}`;
}

export function listPath(query: Partial<ListQuery>, more?: ListPlace): string {
  return INBOX.path + queryOf(query, more);
}
