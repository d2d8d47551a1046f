import type { ChannelName } from "../../contract/mail/delivery.ts";
import {
  createOutbox,
  type SendResult,
} from "../../server/deliveries/outbox.ts";
import type { Database } from "../../server/store/database.ts";

const outboxOf = (store: Database, now: () => number = Date.now) =>
  createOutbox(store, now, () => 1);

/** Claims up to 100 due deliveries of a channel. */
export const claimDue = async (
  store: Database,
  channel: ChannelName,
  now?: () => number,
) => (await outboxOf(store, now).claim(channel, 100)).deliveries;

/** Records one result for up to 100 due deliveries of a channel. */
export async function recordResults(
  store: Database,
  channel: ChannelName,
  result: SendResult,
  now?: () => number,
): Promise<void> {
  for (const delivery of await claimDue(store, channel, now))
    await outboxOf(store, now).recordResult(delivery, result);
}
