/** What the administration is asked over HTTP: bodies of JSON, read. */
import type { WhichLeads } from "../admin/leads-admin.ts";
import type { SendAgain } from "../storage/admin-store.ts";
import { DELIVERY_STATES } from "../../contract/delivery.ts";
import { LEAD_FILTERS } from "../../contract/leads-admin.ts";
import { OUTCOMES } from "../../contract/outcome.ts";
import { MAX_NOTE_LENGTH } from "../../contract/limits.ts";
import * as v from "valibot";
import { isEmailAddress, isReadable } from "../../contract/validation.ts";
import { parseUuid } from "../leads/uuid.ts";
import { isTimeZone } from "../outbox/channels/mail/times.ts";

const MAX_PAGE = 1_000_000;
const MAX_PAGE_SIZE = 1_000;
const MAX_DAYS = 366;
const MAX_SEARCH_LENGTH = 200;

const readable = v.pipe(v.string("must be text"), v.check(isReadable, "must hold no control characters"));

function whole(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`;
  return v.pipe(v.number(message), v.integer(message), v.minValue(min, message), v.maxValue(max, message));
}

const id = v.pipe(
  v.string("must be an id"),
  v.check((text) => parseUuid(text) !== undefined, "must be an id"),
  v.toLowerCase(),
);

const page = whole(1, MAX_PAGE);
const size = whole(1, MAX_PAGE_SIZE);

const email = v.pipe(
  v.string("must be text"),
  v.check(isEmailAddress, "must be one email address"),
  v.toLowerCase(),
);

export const Nothing = v.object({});

export const List = v.object({
  filter: v.picklist(LEAD_FILTERS, `must be one of ${LEAD_FILTERS.join(", ")}`),
  search: v.pipe(
    readable,
    v.maxLength(MAX_SEARCH_LENGTH, `must have at most ${MAX_SEARCH_LENGTH} characters`),
  ),
  page,
  size,
});

export const Overview = v.object({
  days: whole(1, MAX_DAYS),
  timeZone: v.pipe(v.string("must be a time zone"), v.check(isTimeZone, "must be a time zone")),
});

export const One = v.object({ id });

export const Became = v.object({
  id,
  outcome: v.picklist(OUTCOMES, `must be one of ${OUTCOMES.join(", ")}`),
});

export const After = v.object({
  id: v.optional(id),
  size,
  email: v.optional(email),
  ending: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{6,12}$/))),
});

export const Deliveries = v.object({
  state: v.optional(v.picklist(DELIVERY_STATES, `must be one of ${DELIVERY_STATES.join(", ")}`)),
  page,
  size,
});

export const Note = v.object({
  id,
  text: v.pipe(
    readable,
    v.trim(),
    v.nonEmpty("must say something"),
    v.maxCodePoints(MAX_NOTE_LENGTH, `must have at most ${MAX_NOTE_LENGTH} characters`),
  ),
});

export const Again: v.GenericSchema<unknown, SendAgain> = v.union(
  [
    v.strictObject({ all: v.picklist(["dead", "waiting", "written"]) }),
    v.strictObject({ id, only: v.picklist(["dead", "tried"]) }),
  ],
  "must name all that is dead, waiting or written, or one delivery",
);

export const Test = v.object({ email: v.optional(email) });

export const Several = v.strictObject({ ids: v.pipe(v.array(id), v.maxLength(MAX_PAGE_SIZE)) });

export const Remove: v.GenericSchema<unknown, WhichLeads> = v.union(
  [Several, v.strictObject({ email })],
  "must have the ids of leads, or an email",
);

export type Read<Value> = { ok: true; value: Value } | { ok: false; message: string };

/** Reads what came from outside. The message names the first part that cannot be used, and never its value. */
export function readAs<Value>(schema: v.GenericSchema<unknown, Value>, given: unknown): Read<Value> {
  const parsed = v.safeParse(schema, given);
  if (parsed.success) return { ok: true, value: parsed.output };
  const [issue] = parsed.issues;
  return { ok: false, message: `${v.getDotPath(issue) ?? "The body"} ${issue.message}.` };
}
