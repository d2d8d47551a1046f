/** Conditions on leads and deliveries, as SQL. */
import {
  TO_AGENCY,
  WRITTEN,
  type ChannelName,
} from "../../contract/mail/delivery.ts";
import { RESTORED } from "../store/backups.ts";
import { field, raw, sql, type Sql } from "../store/sql.ts";

export const IS_NO_SPAM = sql`(context.outcome IS NULL OR context.outcome NOT IN ('suspected', 'spam'))`;

/** Matches leads that the member `owner` keeps; without `owner`, all leads. */
export const keptBy = (owner: string | undefined) =>
  owner === undefined ? sql`TRUE` : sql`context.owner = ${owner}`;

export const waitsForAnswer = (context: "context" | "lead_contexts") =>
  sql`(${raw(context)}.answered_at IS NULL AND ${raw(context)}.source <> 'test')`;

/** The `last_error` of a notification that was cancelled because one mail named many leads. */
export const IN_ONE_MAIL =
  "Many leads came at once, and one mail told of them.";

/** The `last_error` of a dead mail to a visitor. The agency may still send the mail by hand. */
export const WITHHELD = "This mailbox already got its emails for the day.";

export const IS_WITHHELD = sql`(state = 'dead' AND last_error = ${WITHHELD})`;

export const GIVEN_UP = sql`(state = 'dead' AND coalesce(last_error, '') NOT IN (${WITHHELD}, ${WRITTEN}))`;

/**
 * A query uses a partial index only if the query repeats the index's condition word for word. These
 * two repeat such conditions. Each begins with a column, so that `alias.` can stand before it.
 */
export const OF_CHANNEL: Record<ChannelName, Sql> = {
  mail: sql`kind <> 'webhook'`,
  webhook: sql`kind = 'webhook'`,
};

export const REMINDS_OF_CALL = sql`(kind = 'call-reminder'
  OR (kind = 'webhook' AND ${field("event", "type")} = 'booking.reminder'))`;

/** The clocks of two processes differ by less than this. */
const CLOCKS_DIFFER_MS = 2 * 60 * 60_000;

/** A stored time that is later than this was written while the clock was ahead. */
export const latestBelievable = (now: string) =>
  new Date(Date.parse(now) + CLOCKS_DIFFER_MS).toISOString();

const IS_TO_AGENCY = raw(`kind IN ('${TO_AGENCY.join("', '")}')`);

/** Matches deliveries whose lead is unanswered, and mails about a call that is not over. */
const isAwaited = (
  now: string,
) => sql`(EXISTS (SELECT 1 FROM lead_contexts AS context
      WHERE context.lead_id = deliveries.lead_id AND context.answered_at IS NULL)
    OR (kind IN ('invitation', 'booking', 'link') AND EXISTS (SELECT 1 FROM bookings AS call
      WHERE call.lead_id = deliveries.lead_id AND call.ends_at > ${now})))`;

/** Dead, awaited mail to the agency. `next_at` is the time at which it died. */
export const isDeadDelivery = (
  now: string,
) => sql`${GIVEN_UP} AND ${IS_TO_AGENCY}
    AND ${isAwaited(now)} AND last_error IS DISTINCT FROM ${RESTORED}`;

/** Mail to the agency that has failed and waits for another attempt, or is dead. */
export const failingToAgency = (now: string) => sql`SELECT id FROM deliveries
    WHERE state = 'due' AND ${OF_CHANNEL.mail} AND ${IS_TO_AGENCY} AND last_error IS NOT NULL
    UNION ALL SELECT id FROM deliveries WHERE ${isDeadDelivery(now)}`;

/** The union lets the database use the indexes of {@link OF_CHANNEL}. */
export const ALL_DUE = sql`SELECT due_at, last_error FROM deliveries
    WHERE state = 'due' AND ${OF_CHANNEL.mail}
  UNION ALL SELECT due_at, last_error FROM deliveries WHERE state = 'due' AND ${OF_CHANNEL.webhook}`;

export const isWithheld = (now: string) =>
  sql`${IS_WITHHELD} AND ${isAwaited(now)}`;

/** Awaited mail that was only written to a file. */
export const isWrittenInVain = (now: string) =>
  sql`state = 'dead' AND last_error = ${WRITTEN} AND ${isAwaited(now)}`;

export const canBeSentAgain = (now: string) => ({
  dead: GIVEN_UP,
  awaited: sql`${GIVEN_UP} AND ${isAwaited(now)}`,
  waiting: sql`state = 'due' AND last_error IS NOT NULL AND lease_id IS NULL`,
  written: isWrittenInVain(now),
});

/** As `isEmptied` says it of a calendar's copy. */
export const IS_EMPTIED = sql`(read_at >= failing_since)`;
