/** Each operation of the administration; the store's, HTTP and the client follow from it. Times: ISO 8601, UTC. */
import * as v from "valibot";
import { BookingLineSchema, BookingSchema, CallChangeSchema, ClosedTimeSchema, whole } from "./booking.ts";
import { DELIVERY_STATES } from "./delivery.ts";
import { FunnelSchema } from "./funnel.ts";
import * as answers from "./leads-admin.ts";
import { leadColumns } from "./lead.ts";
import { MAX_NOTE_LENGTH } from "./limits.ts";
import { OUTCOMES } from "./outcome.ts";
import { isEmailAddress, isReadable, isTimeZone } from "./validation.ts";

const MAX_PAGE = 1_000_000;
const MAX_PAGE_SIZE = 1_000;
const MAX_DAYS = 366;
const MAX_SEARCH_LENGTH = 200;

const readable = v.pipe(v.string("must be text"), v.check(isReadable, "must hold no control characters"));

const id = v.pipe(v.string("must be an id"), v.uuid("must be an id"), v.toLowerCase());

const instant = v.pipe(
  v.string("must be a time"),
  v.isoTimestamp("must be a time like 2027-03-01T14:00:00Z"),
  v.transform((text) => new Date(text).toISOString()),
);

const paged = { page: whole(1, MAX_PAGE), size: whole(1, MAX_PAGE_SIZE) };

const email = v.pipe(
  v.string("must be text"),
  v.check(isEmailAddress, "must be one email address"),
  v.toLowerCase(),
);

/** Only leads that ask for a service, came from a source or since a time. */
const narrow = { service: v.optional(readable), source: v.optional(readable), since: v.optional(instant) };

const fields = v.object(v.entriesFromList(leadColumns, v.exactOptional(v.string("must be text"))));

const nothing = v.object({});
const one = v.object({ id });
const several = v.strictObject({ ids: v.pipe(v.array(id), v.maxLength(MAX_PAGE_SIZE)) });

/** How many days it goes back, today included; days are the time zone's. */
const latest = v.object({
  days: whole(1, MAX_DAYS),
  timeZone: v.pipe(v.string("must be a time zone"), v.check(isTimeZone, "must be a time zone")),
});

export const OPERATIONS = {
  /** Sorted by time left, answered leads last. The search matches anywhere, whatever the case; empty: everything. */
  list: {
    input: v.object({
      filter: v.picklist(answers.LEAD_FILTERS, `must be one of ${answers.LEAD_FILTERS.join(", ")}`),
      search: v.pipe(
        readable,
        v.maxLength(MAX_SEARCH_LENGTH, `must have at most ${MAX_SEARCH_LENGTH} characters`),
      ),
      ...narrow,
      ...paged,
    }),
    output: answers.LeadListSchema,
  },
  overview: { input: v.object({ ...latest.entries, ...narrow }), output: answers.LeadsOverviewSchema },
  funnel: { input: latest, output: FunnelSchema },
  lead: { input: one, output: answers.LeadDetailSchema },
  /**
   * Leads whose ids come after this one, in the order of their ids, for who wants all of them; or only those of an
   * address, whose ids end like this, or with one of these ids.
   */
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
  /** Stops the clock, cancels reminders and tells webhooks; answering twice changes nothing. */
  answer: { input: one, output: answers.LeadDetailSchema },
  /** Sets the outcome of a lead and stops its clock. Nothing more is sent for spam. */
  outcome: {
    input: v.object({ id, outcome: v.picklist(OUTCOMES, `must be one of ${OUTCOMES.join(", ")}`) }),
    output: answers.LeadDetailSchema,
  },
  /** Starts the clock again where it stood; for a lead that was suspected or spam now, and its mails are sent. */
  reopen: { input: one, output: answers.LeadDetailSchema },
  note: {
    input: v.object({
      id,
      text: v.pipe(
        readable,
        v.trim(),
        v.nonEmpty("must say something"),
        v.maxCodePoints(MAX_NOTE_LENGTH, `must have at most ${MAX_NOTE_LENGTH} characters`),
      ),
    }),
    output: answers.LeadNoteSchema,
  },
  /**
   * Adds a lead that called; the email may be a phone number. No mail goes to anybody. Its clock starts only if it `waits`:
   * else somebody has spoken with it, and it is answered. Sent twice it is one lead.
   */
  add: { input: v.object({ fields, waits: v.boolean() }), output: answers.LeadChangeSchema },
  /** Corrects columns of a lead; those that are left out stay. */
  edit: { input: v.object({ id, fields }), output: answers.LeadChangeSchema },
  /** Deletes leads, these or all of one person, with all that belongs to them. Unknown ids are ignored. */
  remove: {
    input: v.union([several, v.strictObject({ email })], "must have the ids of leads, or an email"),
    output: answers.RemovedSchema,
  },
  /** Leads that RETENTION_DAYS would delete once a person agrees. */
  purge: { input: nothing, output: answers.WaitingPurgeSchema },
  /** That yes, for what waits up to this time; the next minute deletes it. */
  allowPurge: { input: v.object({ before: v.string("must be a time") }), output: v.null() },
  /** Makes deliveries due now, all of a kind or one, and counts tries anew of those that do not wait anyway. Gives their ids. */
  sendAgain: {
    input: v.union(
      [
        v.strictObject({ all: v.picklist(["dead", "waiting", "written"]) }),
        v.strictObject({ id, only: v.picklist(["dead", "tried"]) }),
      ],
      "must name all that is dead, waiting or written, or one delivery",
    ),
    output: v.array(v.string()),
  },
  /** Stores a lead that is marked as a test, with the deliveries of every lead; its confirmation goes to the email, else where the agency's own mail goes. */
  test: { input: v.object({ email: v.optional(email) }), output: answers.LeadDetailSchema },
  signIns: { input: nothing, output: v.array(answers.SignInSchema) },
  endSignIns: { input: several, output: v.number() },
  health: { input: nothing, output: answers.HealthSchema },
  /** The calls of the last week and all to come, the earliest first. */
  calls: { input: nothing, output: v.array(BookingLineSchema) },
  /** To a time that the agency chose, which may be outside of its hours; both sides are told. */
  moveCall: { input: v.object({ id, startsAt: instant }), output: CallChangeSchema },
  cancelCall: { input: one, output: CallChangeSchema },
  /** That the visitor did not come to a call that has begun. */
  missCall: { input: one, output: BookingSchema },
  closedTimes: { input: nothing, output: v.array(ClosedTimeSchema) },
  closeTime: {
    input: v.pipe(
      v.object({ startsAt: instant, endsAt: instant }),
      v.check(({ startsAt, endsAt }) => startsAt < endsAt, "must end after it begins"),
    ),
    output: ClosedTimeSchema,
  },
  openTimes: { input: several, output: v.number() },
};

export type Operation = keyof typeof OPERATIONS;
export type Input<Name extends Operation> = v.InferOutput<(typeof OPERATIONS)[Name]["input"]>;
export type Output<Name extends Operation> = v.InferOutput<(typeof OPERATIONS)[Name]["output"]>;
