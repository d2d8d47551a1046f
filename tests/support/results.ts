import type { ChannelName } from "../../contract/mail/delivery.ts";
import {
  createOutbox,
  type SendResult,
} from "../../server/deliveries/outbox.ts";
import type { Database } from "../../server/store/database.ts";

/** Claims up to 100 due deliveries of a channel. */
export async function claimDue(
  store: Database,
  channel: ChannelName,
  now: () => number = Date.now,
) {
  return (await createOutbox(store, now, () => 1).claim(channel, 100))
    .deliveries;
}

/** Records one result for up to 100 due deliveries of a channel. @returns their ids */
export async function recordResults(
  store: Database,
  channel: ChannelName,
  result: SendResult,
  now: () => number = Date.now,
): Promise<string[]> {
  const outbox = createOutbox(store, now, () => 1);
  const deliveries = await claimDue(store, channel, now);
  for (const delivery of deliveries)
    await outbox.recordResult(delivery, result);
  return deliveries.map(({ id }) => id);
}
