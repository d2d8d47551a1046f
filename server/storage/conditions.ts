/** Conditions on leads and deliveries, as SQL. */
import { TO_VISITOR } from "../../contract/delivery.ts";
import type { ChannelName } from "./outbox-store.ts";

/** Of a `context`: a lead in earnest, as far as anybody knows. */
export const COUNTS = "(context.outcome IS NULL OR context.outcome NOT IN ('suspected', 'spam'))";

/** Of a `delivery`: not sent although it should be, for good or so far. */
export const FAILED_DELIVERY =
  "(delivery.state = 'dead' OR (delivery.state = 'due' AND delivery.last_error IS NOT NULL))";

/** The condition of a channel's deliveries, as the partial indexes of both stores have it. */
export const OF_CHANNEL: Record<ChannelName, string> = {
  mail: "kind <> 'webhook'",
  webhook: "kind = 'webhook'",
};

const TO_AGENCY = `kind NOT IN ('${TO_VISITOR.join("', '")}', 'webhook')`;

/** Of `deliveries`, row by row: there are few to ask this of, and there may be many open leads. */
const OF_OPEN_LEAD = `EXISTS (SELECT 1 FROM lead_contexts AS context
    WHERE context.lead_id = deliveries.lead_id AND context.answered_at IS NULL)`;

/** The condition of mail to the agency that was given up while its lead is open. When it was stands in `next_at`. */
export const GIVEN_UP = `state = 'dead' AND ${TO_AGENCY} AND ${OF_OPEN_LEAD}`;

/** Mail to the agency that has failed and waits for another try, or was given up. */
export const FAILING_TO_AGENCY = `SELECT id FROM deliveries WHERE state = 'due' AND ${OF_CHANNEL.mail}
      AND ${TO_AGENCY} AND last_error IS NOT NULL
    UNION ALL SELECT id FROM deliveries WHERE ${GIVEN_UP}`;

/** All that is due, whatever the channel, read through both of those indexes. */
export const ALL_DUE = Object.values(OF_CHANNEL)
  .map((ofChannel) => `SELECT due_at, last_error FROM deliveries WHERE state = 'due' AND ${ofChannel}`)
  .join(" UNION ALL ");

/** Mail about an open lead that was written to a file; nobody waits for one about a lead that is answered. */
export const WRITTEN_FOR_OPEN = `state = 'written' AND ${OF_OPEN_LEAD}`;

const WAITING = "state = 'due' AND last_error IS NOT NULL AND lease_id IS NULL";

/** What can be sent again; what is being sent now cannot. */
export const SEND_AGAIN = {
  dead: "state = 'dead'",
  waiting: WAITING,
  written: WRITTEN_FOR_OPEN,
  tried: `(state IN ('sent', 'written', 'dead') OR ${WAITING})`,
} as const;
