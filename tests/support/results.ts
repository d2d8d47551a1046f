/** The answers of the receivers of deliveries, without a worker. */
import type { ChannelName } from "../../contract/delivery.ts";
import { createOutbox, type SendResult } from "../../server/deliveries/outbox.ts";
import type { Database } from "../../server/store/database.ts";

/** Records one result for every due delivery of a channel. @returns their ids */
export async function recordResults(
  store: Database,
  channel: ChannelName,
  result: SendResult,
  now: () => number = Date.now,
): Promise<string[]> {
  const outbox = createOutbox({ store, now, random: () => 1 });
  const claimed = await outbox.claim(channel, 100);
  const deliveries = claimed.kind === "claimed" ? claimed.deliveries : [];
  for (const delivery of deliveries) await outbox.recordResult(delivery, result);
  return deliveries.map(({ id }) => id);
}
