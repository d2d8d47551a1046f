/** Operations of the leads administration, with the schemas of their inputs. Times: ISO 8601, UTC. */
import * as v from "valibot";
import { BookingLineSchema, BookingSchema, CallChangeSchema, ClosedTimeSchema, whole } from "./booking.ts";
import { isDay } from "./day.ts";
import { DELIVERY_STATES } from "./delivery.ts";
import { type Stale } from "./history.ts";
import * as answers from "./leads-admin.ts";
import { leadColumns } from "./lead.ts";
import { NAMED_SOURCES } from "./source.ts";
import { MAX_NOTE_LENGTH } from "./limits.ts";
import { OUTCOMES } from "./outcome.ts";
import { cleanEmail, cleanLine, cleanText } from "./typed-text.ts";
import { isEmailAddress, isTimeZone } from "./validation.ts";

const MAX_PAGE = 1_000_000;
const MAX_PAGE_SIZE = 1_000;
const MAX_DAYS = 366;
const MAX_SEARCH_LENGTH = 200;
const MAX_VERSION = 1_000_000_000;

const line = v.pipe(v.string("must be text"), v.transform(cleanLine));

const id = v.pipe(v.string("must be an id"), v.uuid("must be an id"), v.toLowerCase());

const instant = v.pipe(
  v.string("must be a time"),
  v.isoTimestamp("must be a time like 2027-03-01T14:00:00Z"),
  v.check((text) => isDay(text.slice(0, 10)), "must be on a day that there is"),
  v.transform((text) => new Date(text).toISOString()),
);

const paged = { page: whole(1, MAX_PAGE), size: whole(1, MAX_PAGE_SIZE) };

const email = v.pipe(
  v.string("must be text"),
  v.transform(cleanEmail),
  v.check(isEmailAddress, "must be one email address"),
);

const narrow = { source: v.optional(line), campaign: v.optional(line), since: v.optional(instant) };

const fields = v.object(v.entriesFromList(leadColumns, v.exactOptional(v.string("must be text"))));

const nothing = v.object({});
const one = v.object({ id });
/** The version of the lead that a page shows: the change is refused once there is a later one. */
const seen = v.optional(whole(0, MAX_VERSION));
const change = v.object({ id, seen });
const several = v.strictObject({ ids: v.pipe(v.array(id), v.maxLength(MAX_PAGE_SIZE)) });

const noteText = v.pipe(
  v.string("must be text"),
  v.transform(cleanText),
  v.nonEmpty("must say something"),
  v.maxCodePoints(MAX_NOTE_LENGTH, `must have at most ${MAX_NOTE_LENGTH} characters`),
);

/** Number of days, including today, in the time zone. */
const latest = v.object({
  days: whole(1, MAX_DAYS),
  timeZone: v.pipe(v.string("must be a time zone"), v.check(isTimeZone, "must be a time zone")),
});

export const ADMIN_OPERATIONS = {
  /** By time left unless another order is named. The search ignores case and matches anywhere. */
  list: {
    input: v.object({
      filter: v.picklist(answers.LEAD_FILTERS, `must be one of ${answers.LEAD_FILTERS.join(", ")}`),
      search: v.pipe(
        line,
        v.maxLength(MAX_SEARCH_LENGTH, `must have at most ${MAX_SEARCH_LENGTH} characters`),
      ),
      order: v.optional(v.picklist(answers.LEAD_ORDERS)),
      ...narrow,
      ...paged,
    }),
    output: answers.LeadListSchema,
  },
  overview: { input: v.object({ ...latest.entries, ...narrow }), output: answers.LeadsOverviewSchema },
  /** The calls of today in the time zone, and the leads whose follow-up is due. */
  today: { input: v.pick(latest, ["timeZone"]), output: answers.TodaySchema },
  sources: { input: latest, output: answers.SourceResultsSchema },
  lead: { input: one, output: answers.LeadDetailSchema },
  /** Pages through leads by id; optionally only those with an address, an id suffix or one of these ids. */
  leadsAfter: {
    input: v.object({
      id: v.optional(id),
      ids: v.optional(several.entries.ids),
      size: paged.size,
      email: v.optional(email),
      ending: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{6,12}$/))),
    }),
    output: v.array(answers.LeadDetailSchema),
  },
  /** Lists the deliveries of all leads, or those in one state, the oldest first. */
  deliveries: {
    input: v.object({
      state: v.optional(v.picklist(DELIVERY_STATES, `must be one of ${DELIVERY_STATES.join(", ")}`)),
      ...paged,
    }),
    output: answers.DeliveryListSchema,
  },
  /** Stops the clock, cancels reminders and sends an event to webhooks; a second answer changes nothing. */
  answer: { input: change, output: answers.LeadDetailSchema },
  /** Sets the outcome of a lead and stops its clock; empty clears it. Nothing more is sent for spam. */
  outcome: {
    input: v.object({
      ...change.entries,
      outcome: v.picklist([...OUTCOMES, ""], `must be one of ${OUTCOMES.join(", ")}`),
    }),
    output: answers.LeadDetailSchema,
  },
  /** Restarts the clock where it stopped. For a suspected or spam lead it starts now, and mails are sent. */
  reopen: { input: change, output: answers.LeadDetailSchema },
  /** Gives a lead to one of the team, by address, or sets the day to get back to it; empty takes either back. */
  assign: {
    input: v.object({
      ...change.entries,
      owner: v.optional(v.union([email, v.literal("")])),
      followUpOn: v.optional(
        v.pipe(v.string("must be a day"), v.regex(/^$|^\d{4}-\d\d-\d\d$/, "must be a day like 2027-03-01")),
      ),
    }),
    output: answers.LeadDetailSchema,
  },
  /** Adds a note, whatever happened to the lead meanwhile. */
  note: { input: v.object({ id, text: noteText }), output: answers.LeadNoteSchema },
  /** Corrects a note of the same author; another's is missing. */
  correctNote: { input: v.object({ id, noteId: id, text: noteText }), output: answers.LeadNoteSchema },
  /**
   * Adds a lead that called; the email may be a phone number. Nobody is mailed, and the lead counts as answered. Sent
   * twice, it is one lead.
   */
  add: {
    input: v.object({ fields, from: v.picklist([...NAMED_SOURCES, ""]) }),
    output: answers.LeadChangeSchema,
  },
  /** Corrects columns of a lead; omitted columns stay. */
  edit: { input: v.object({ ...change.entries, fields }), output: answers.LeadChangeSchema },
  /**
   * Deletes leads by id, or all of one person by email or number, with everything of theirs. Ignores unknown ids. `seen`:
   * the versions of leads that a page shows; those that changed since are left, and returned as `stale`.
   */
  remove: {
    input: v.union(
      [
        v.strictObject({ ...several.entries, seen: v.optional(v.record(id, whole(0, MAX_VERSION))) }),
        v.strictObject({ email }),
      ],
      "must have the ids of leads, or an email",
    ),
    output: answers.RemovedSchema,
  },
  /** Makes deliveries due now, all of a kind or one that is dead, and resets the attempts of those not already waiting. Returns ids. */
  sendAgain: {
    input: v.union(
      [v.strictObject({ all: v.picklist(["dead", "waiting", "written"]) }), v.strictObject({ id })],
      "must name all that is dead, waiting or written, or one delivery",
    ),
    output: v.array(v.string()),
  },
  /** Stores a test lead with the deliveries of a real one; its confirmation goes to the agency. */
  test: { input: nothing, output: answers.LeadDetailSchema },
  /** Who may open the inbox: NOTIFY_EMAIL first, then those who were invited. */
  team: { input: nothing, output: v.array(answers.TeamMemberSchema) },
  signIns: { input: nothing, output: v.array(answers.SignInSchema) },
  endSignIns: { input: several, output: v.number() },
  health: { input: nothing, output: answers.HealthSchema },
  /** Calls of the last week and all future ones, the earliest first. */
  calls: { input: nothing, output: v.array(BookingLineSchema) },
  /** Moves a call to a time of the agency's choice, even outside its hours; both sides are notified. */
  moveCall: { input: v.object({ ...change.entries, startsAt: instant }), output: CallChangeSchema },
  /**
   * Books a call for a lead at a time of the agency's choice, even outside its hours; both sides are notified. Without a
   * number, that of the lead's last call is called, or the one that the lead called from.
   */
  bookCall: {
    input: v.object({ ...change.entries, startsAt: instant, phone: v.optional(line) }),
    output: CallChangeSchema,
  },
  /** The open times in the agency's hours, the earliest first; none if calls are booked on another site. */
  freeTimes: { input: nothing, output: v.array(v.string()) },
  cancelCall: { input: change, output: CallChangeSchema },
  missCall: { input: change, output: BookingSchema },
  closedTimes: { input: nothing, output: v.array(ClosedTimeSchema) },
  closeTime: {
    input: v.pipe(
      v.object({ startsAt: instant, endsAt: instant }),
      v.check(({ startsAt, endsAt }) => startsAt < endsAt, "must end after it begins"),
    ),
    output: ClosedTimeSchema,
  },
  reopenTimes: { input: several, output: v.number() },
};

export type Operation = keyof typeof ADMIN_OPERATIONS;
export type Input<Name extends Operation> = v.InferOutput<(typeof ADMIN_OPERATIONS)[Name]["input"]>;
export type Output<Name extends Operation> = v.InferOutput<(typeof ADMIN_OPERATIONS)[Name]["output"]>;

export function functionsOf<Functions extends object>(
  table: Record<keyof Functions, unknown>,
  make: (name: Extract<keyof Functions, string>) => (...input: never[]) => unknown,
): Functions {
  const made: Partial<Record<keyof Functions, unknown>> = {};
  for (const name in table) made[name] = make(name);
  const isWhole = (some: object): some is Functions => Object.keys(table).every((name) => name in some);
  if (isWhole(made)) return made;
  throw new Error("An operation has no function.");
}

/** The store cannot be reached. `reason` is a sentence for the operator. */
export interface AdminUnavailable {
  kind: "unavailable";
  reason: string;
}

export type Result<Value> = { kind: "ok"; value: Value } | { kind: "missing" } | Stale | AdminUnavailable;

/** `by`: the address signed in to the inbox; the command line has none. */
export type LeadsAdmin = {
  [Name in keyof typeof ADMIN_OPERATIONS]: (input: Input<Name>, by?: string) => Promise<Result<Output<Name>>>;
};
