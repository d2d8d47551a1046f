/** Conditions on leads and deliveries, as SQL. */

import { HOUR_MS, timeAfter } from "../../contract/durations.ts";
import { SPAM_OUTCOMES, type Outcome } from "../../contract/inbox/outcome.ts";
import {
  TO_AGENCY,
  type ChannelName,
  type DeliveryReason,
} from "../../contract/mail/delivery.ts";
import { among, field, raw, sql, type Sql } from "../store/sql.ts";

/**
 * @param column a lead's outcome, which is NULL as long as the lead has none
 */
export const isOutcome = (column: string, ...outcomes: readonly Outcome[]) =>
  sql`(${raw(column)} IS NOT NULL AND ${raw(column)} ${among(outcomes)})`;

export const IS_NO_SPAM = sql`NOT ${isOutcome("context.outcome", ...SPAM_OUTCOMES)}`;

/** Matches leads that the member `owner` keeps; without `owner`, all leads. */
export const keptBy = (owner: string | undefined) =>
  owner === undefined ? sql`TRUE` : sql`context.owner = ${owner}`;

/**
 * Matches leads for which a later lead of the same person stands, since nothing
 * of their own is to come or was decided. No condition is ever NULL.
 */
export const isBehind = (context: "context" | "lead_contexts") =>
  sql`(${raw(context)}.followed_by IS NOT NULL
    AND ${raw(context)}.outcome IS NULL
    AND ${raw(context)}.call_ends_at IS NULL
    AND coalesce(${raw(context)}.follow_up_on, '') = ''
    AND EXISTS (SELECT 1 FROM lead_contexts AS later
      WHERE later.lead_id = ${raw(context)}.followed_by))`;

export const waitsForAnswer = (context: "context" | "lead_contexts") =>
  sql`(${raw(context)}.answered_at IS NULL AND ${raw(context)}.source <> 'test'
    AND NOT ${isBehind(context)})`;

/** Sets the reason of a delivery in an UPDATE. */
export const because = (reason: DeliveryReason) => sql`why = ${reason}`;

const isBecause = (...reasons: readonly DeliveryReason[]) =>
  sql`(why IS NOT NULL AND why ${among(reasons)})`;

export const IS_WITHHELD = sql`(state = 'dead' AND ${isBecause("withheld")})`;

export const GIVEN_UP = sql`(state = 'dead'
  AND NOT ${isBecause("withheld", "written")})`;

/** A notification that was not sent, because one mail named many leads. */
export const IS_IN_ONE_MAIL = sql`(state = 'cancelled'
  AND ${isBecause("in-one-mail")})`;

/**
 * A query uses a partial index only if the query repeats the index's condition
 * word for word. These two repeat such conditions. Each begins with a column,
 * so that `alias.` can stand before it.
 */
export const OF_CHANNEL: Record<ChannelName, Sql> = {
  mail: sql`kind <> 'webhook'`,
  webhook: sql`kind = 'webhook'`,
};

export const REMINDS_OF_CALL = sql`(kind = 'call-reminder'
  OR (kind = 'webhook' AND ${field("event", "type")} = 'booking.reminder'))`;

/** The clocks of two processes differ by less than this. */
const CLOCKS_DIFFER_MS = 2 * 60 * 60_000;

/**
 * A stored time that is later than this was written while the clock was ahead.
 */
export const latestBelievable = (now: string) =>
  timeAfter(now, CLOCKS_DIFFER_MS);

const IS_TO_AGENCY = raw(`kind IN ('${TO_AGENCY.join("', '")}')`);

/**
 * Matches deliveries whose lead is unanswered,
 * and mails about a call that is not over.
 */
const isAwaited = (
  now: string,
) => sql`(EXISTS (SELECT 1 FROM lead_contexts AS context
      WHERE context.lead_id = deliveries.lead_id
        AND context.answered_at IS NULL)
    OR (kind IN ('invitation', 'booking', 'link')
      AND EXISTS (SELECT 1 FROM bookings AS call
      WHERE call.lead_id = deliveries.lead_id AND call.ends_at > ${now})))`;

/** Dead, awaited mail to the agency. `next_at` is the time at which it died. */
export const isDeadDelivery = (
  now: string,
) => sql`${GIVEN_UP} AND ${IS_TO_AGENCY}
    AND ${isAwaited(now)} AND NOT ${isBecause("restored")}`;

/**
 * Mail to the agency that has failed and waits for another attempt, or is dead.
 */
export const failingToAgency = (now: string) => sql`SELECT id FROM deliveries
    WHERE state = 'due' AND ${OF_CHANNEL.mail} AND ${IS_TO_AGENCY}
      AND last_error IS NOT NULL
    UNION ALL SELECT id FROM deliveries WHERE ${isDeadDelivery(now)}`;

/** The union lets the database use the indexes of {@link OF_CHANNEL}. */
export const ALL_DUE = sql`SELECT due_at, last_error FROM deliveries
    WHERE state = 'due' AND ${OF_CHANNEL.mail}
  UNION ALL SELECT due_at, last_error FROM deliveries
  WHERE state = 'due' AND ${OF_CHANNEL.webhook}`;

export const isWithheld = (now: string) =>
  sql`${IS_WITHHELD} AND ${isAwaited(now)}`;

const IS_WAITING = sql`(state = 'due' AND last_error IS NOT NULL
  AND lease_id IS NULL)`;

/**
 * Given up, or an event that its receiver has refused for
 * an hour: by then, one that only restarts has taken it.
 * The union lets the database use two indexes.
 */
const isStuck = (now: string) =>
  sql`(id IN (SELECT id FROM deliveries WHERE ${GIVEN_UP} UNION ALL
      SELECT id FROM deliveries WHERE ${IS_WAITING} AND ${OF_CHANNEL.webhook})
    AND (state = 'dead' OR due_at <= ${timeAfter(now, -HOUR_MS)}))`;

export const canBeSentAgain = (now: string) => ({
  dead: GIVEN_UP,
  awaited: sql`${isStuck(now)} AND ${isAwaited(now)}`,
  waiting: IS_WAITING,
  /** Awaited mail that was only written to a file. */
  written: sql`state = 'dead' AND ${isBecause("written")}
    AND ${isAwaited(now)}`,
});

/** As `isEmptied` says it of a calendar's copy. */
export const IS_EMPTIED = sql`(read_at >= failing_since)`;
