/** Conditions on leads and deliveries, as SQL. */
import { TO_VISITOR } from "../../contract/delivery.ts";
import type { ChannelName } from "./store.ts";

/** On a `context`: the lead is neither spam nor suspected. */
export const COUNTS = "(context.outcome IS NULL OR context.outcome NOT IN ('suspected', 'spam'))";

/** On a `delivery`: it failed, permanently or so far. */
export const FAILED_DELIVERY =
  "(delivery.state = 'dead' OR (delivery.state = 'due' AND delivery.last_error IS NOT NULL))";

/** The condition of a channel's deliveries, as the partial indexes of both stores have it. */
export const OF_CHANNEL: Record<ChannelName, string> = {
  mail: "kind <> 'webhook'",
  webhook: "kind = 'webhook'",
};

const TO_AGENCY = `kind NOT IN ('${TO_VISITOR.join("', '")}', 'webhook')`;

/** Its lead is open, or its call is not over. `$1` is the time, here and below. */
const IS_AWAITED = `(EXISTS (SELECT 1 FROM lead_contexts AS context
      WHERE context.lead_id = deliveries.lead_id AND context.answered_at IS NULL)
    OR (kind IN ('invitation', 'booking') AND EXISTS (SELECT 1 FROM bookings AS call
      WHERE call.lead_id = deliveries.lead_id AND call.ends_at > $1)))`;

/** The condition of dead mail to the agency whose lead or call is open. The time of its death is in `next_at`. */
export const DEAD_DELIVERY = `state = 'dead' AND ${TO_AGENCY} AND ${IS_AWAITED}`;

/** Mail to the agency that has failed and waits for another attempt, or is dead. */
export const FAILING_TO_AGENCY = `SELECT id FROM deliveries WHERE state = 'due' AND ${OF_CHANNEL.mail}
      AND ${TO_AGENCY} AND last_error IS NOT NULL
    UNION ALL SELECT id FROM deliveries WHERE ${DEAD_DELIVERY}`;

/** All due deliveries of any channel, read by both of those indexes. */
export const ALL_DUE = Object.values(OF_CHANNEL)
  .map((ofChannel) => `SELECT due_at, last_error FROM deliveries WHERE state = 'due' AND ${ofChannel}`)
  .join(" UNION ALL ");

/** Mail that was written to a file while its lead or call is open. */
export const WRITTEN_IN_VAIN = `state = 'written' AND ${IS_AWAITED}`;

const WAITING = "state = 'due' AND last_error IS NOT NULL AND lease_id IS NULL";

/** Deliveries that can be sent again; a leased one cannot. */
export const SEND_AGAIN = {
  dead: "state = 'dead'",
  waiting: WAITING,
  written: WRITTEN_IN_VAIN,
  tried: `(state IN ('sent', 'written', 'dead') OR ${WAITING})`,
} as const;
