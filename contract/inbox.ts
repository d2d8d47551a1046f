/** The state of the operator's pages. They have no script: each action is a form. */
import * as v from "valibot";
import type { BookingLine, CalendarState, ClosedTime, Holiday } from "./booking.ts";
import type { LeadColumn } from "./lead.ts";
import { LIST_SIZE } from "./limits.ts";
import { OUTCOMES_BY_HAND } from "./outcome.ts";
import { INBOX } from "./routes.ts";
import { lineOf } from "./typed-text.ts";
import { LEAD_FILTERS, LEAD_ORDERS } from "./leads-admin.ts";
import type * as admin from "./leads-admin.ts";

/** The time spans that *Sources* offers, in days up to today. */
export const SPANS = [30, 90, 365] as const;

function line(mostCodePoints: number) {
  const cut = v.transform((text: string) => lineOf(text, mostCodePoints));
  return v.fallback(v.pipe(v.string(), cut), "");
}

/** In code points: 200 for a name, and room for the mark of a paid source (`sourceKey`). */
const MAX_NAME_LENGTH = 210;

/** A missing or unreadable parameter gets its default value. */
export const ListQuerySchema = v.object({
  filter: v.fallback(v.picklist(LEAD_FILTERS), "open"),
  order: v.fallback(v.picklist(LEAD_ORDERS), "newest"),
  search: line(100),
  /** A key of contract/source.ts. If empty, the list shows every source. */
  source: line(MAX_NAME_LENGTH),
  campaign: line(MAX_NAME_LENGTH),
  /** The number of days up to today. If 0, the list shows all times. */
  days: v.fallback(v.pipe(v.picklist(SPANS.map(String)), v.toNumber()), 0),
  page: v.fallback(v.pipe(v.string(), v.regex(/^[1-9]\d{0,5}$/), v.toNumber()), 1),
});
export type ListQuery = v.InferOutput<typeof ListQuerySchema>;

export const DEFAULT_LIST: ListQuery = v.parse(ListQuerySchema, {});

export function pagesOf({ total }: Pick<admin.LeadList, "total">): number {
  return Math.max(1, Math.ceil(total / LIST_SIZE));
}

type BackupPlace = "local" | "elsewhere";
/** Seconds since the newest backup: beside the store (`local`), or on another machine. */
export type BackupAges = Partial<Record<BackupPlace, number>>;

/** The site makes a backup every day, so a backup that is two days old is late. */
const LATE_AFTER_S = 2 * 86_400;

export const latePlaces = (ages: BackupAges): BackupPlace[] =>
  (["local", "elsewhere"] as const).filter((place) => (ages[place] ?? 0) > LATE_AFTER_S);

export interface MachineState {
  calendars: readonly CalendarState[];
  backupAges: BackupAges;
  /** Why the site does not show the changed content folder. */
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
    /** Addresses of the list from which the person came, and of the leads beside this lead. */
    place: {
      /** The lead's forms add this query to their addresses to preserve the position. */
      query: string;
      list: string;
      previous?: string | undefined;
      next?: string | undefined;
    };
    others: readonly admin.LeadDetail[];
    /** The days that the page offers for a follow-up. */
    days: readonly string[];
    /** Undefined if visitors book calls on another site. */
    booking: { openTimes: readonly string[]; requiresPhone: boolean } | undefined;
  };
  edit: {
    id?: string;
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
    /** `days` cover one week, `holidays` cover one year. */
    days: readonly string[];
    holidays: readonly Holiday[];
    /** Undefined if the scheduling page is on another site. */
    feed: string | undefined;
    /** The typed times that the agency could not close. */
    typed?: { from: string; to: string } | undefined;
  };
  team: { members: readonly admin.TeamMember[]; signIns: readonly admin.SignIn[] };
  health: MachineState & {
    fault: string | undefined;
    health: admin.Health;
    latest: admin.LatestLeads;
    /** The oldest deliveries that the site gave up. */
    dead: readonly admin.LeadDelivery[];
    hasMailServer: boolean;
    version: string;
  };
  /**
   * The page that erases a person. The page of the lead `id` opened it. `numbers` are phone numbers
   * that may be other people's. If there are any, the page shows them, and erases nobody.
   */
  erase: Pick<InboxViews["delete"], "leads" | "team"> & { id: string; numbers: readonly string[] };
  stale: { leads: readonly admin.Stale[]; fields: Readonly<Record<string, string>>; back: string };
  delete: {
    leads: readonly admin.LeadDetail[];
    /** The team's addresses that get a mail about a canceled call. The visitor gets a mail, too. */
    team: readonly string[];
    back: string;
    /** The number of leads in the list. `leads` may be fewer. Undefined for ticked leads. */
    total?: number | undefined;
  };
  /** The page of the mailed link "Mark as answered" or, for suspects, "Say whether it's spam". */
  answer: { detail: admin.LeadDetail };
  /** The page of the mailed link "Show this lead". */
  "mail-lead": { detail: admin.LeadDetail; token: string };
  /** `sent` answers in the same words, whether or not the typed address is a member's. */
  ask: { sent: boolean };
  "sign-in": { token: string };
  /** The page shows a note that was `tooLong`, so that its author can copy it. */
  error: { reason: InboxError; tooLong?: string | undefined };
}

export type InboxView = { [V in keyof InboxViews]: { view: V } & InboxViews[V] }[keyof InboxViews];

/** `bad`: the site did not sign the link. `used`: the link works only once. */
const LINK_ERRORS = ["expired", "bad", "used", "too-many"] as const;
/** `foreign`: the form came from another site. */
const FORM_ERRORS = ["missing", "unreadable", "too-large", "foreign", "waiting"] as const;
export const INBOX_ERRORS = [...LINK_ERRORS, ...FORM_ERRORS, "unavailable"] as const;

export type InboxError = (typeof INBOX_ERRORS)[number];

export interface InboxState {
  now: string;
  timeZone: string;
  view: InboxView;
  deed?: Deed | undefined;
  /** The device's sign-in. Undefined on pages of mailed links, and before the sign-in is known. */
  signIn?: admin.SignIn | undefined;
}

export interface InboxRenderer {
  renderInbox(state: InboxState): string;
  /** The text of the page's only style element. The security policy has the hash of this text. */
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
const TEAM_DEEDS = ["invited", "unmailed", "member", "removed", "ended", "chosen"] as const;
const PAGE_DEEDS = ["nothing", "undone", "erased", "sent", "revived", "closed", "opened"] as const;
export const OTHER_DEEDS = [...LEAD_DEEDS, ...CALL_DEEDS, ...TEAM_DEEDS, ...PAGE_DEEDS] as const;

export const BackSchema = v.pipe(v.string(), v.regex(/^\/inbox(?:[/?#]|$)/));

/** What the latest form did. The page that follows shows this. */
export const DeedSchema = v.object({
  what: v.picklist([...MARKING_DEEDS, ...OTHER_DEEDS]),
  back: BackSchema,
  /** The number of leads. A missing number means 1. */
  count: v.optional(v.number()),
  /** What *Undo* sends: the {@link tickOf} of each lead, with the version that the mark made. */
  undo: v.optional(v.array(v.string())),
});
export type Deed = v.InferOutput<typeof DeedSchema>;

export const INBOX_FIELDS = {
  note: "text",
  mark: "mark",
  /** The list sends one {@link tickOf} for each lead. Other forms join all ticks by spaces. */
  lead: "lead",
  seen: "seen",
  back: "back",
  from: "from",
  email: "email",
  mails: "mails",
  /** The address of the member who takes the lead. An empty value gives the lead back. */
  owner: "owner",
  followUpOn: "followUpOn",
} as const;

/** Names a lead and the version that the page shows. */
export function tickOf({ lead, version }: { lead: { id: string }; version: number }): string {
  return `${lead.id}.${version}`;
}

/** `at` is the lead's position in the list, counted from 0. */
type ListPlace = { at?: number; order?: admin.LeadOrder };

/** Writes all parameters of `more`, and the parameters of `query` that differ from the defaults. */
export function queryOf(query: Partial<ListQuery>, more: ListPlace = {}): string {
  const defaults = new Map<string, unknown>(Object.entries(DEFAULT_LIST));
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, ...more }))
    if (name in more || value !== defaults.get(name)) parameters.set(name, String(value));
  return parameters.size === 0 ? "" : `?${parameters.toString()}`;
}

export function listPath(query: Partial<ListQuery>, more?: ListPlace): string {
  return INBOX.path + queryOf(query, more);
}
