/** The loop of one channel: claims due deliveries while it has room. */
import type { WorkerLog, Outbox } from "./outbox.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { SECOND_MS } from "../../contract/durations.ts";
import type { ChannelName } from "../../contract/delivery.ts";
import type { Claimed } from "./outbox-rows.ts";

export type Pause = (ms: number) => Promise<unknown>;

/** Waits, and ends early at the signal. Never rejects. */
export const pauseFor = (ms: number, signal?: AbortSignal): Promise<unknown> =>
  sleep(ms, undefined, signal && { signal }).catch(() => undefined);

interface ChannelLoopParts {
  outbox: Pick<Outbox, "claim">;
  /** Never rejects. */
  deliver: (claimed: Claimed) => Promise<void>;
  log: WorkerLog;
  /** When each channel last looked for deliveries or had no room, as a `performance.now()`. */
  polledAt: Record<ChannelName, number>;
  stopping: AbortSignal;
  pause: Pause;
}

/** A mail server takes few connections; webhooks go to many hosts. */
const AT_ONCE: Record<ChannelName, number> = { mail: 4, webhook: 8 };

export function createChannelLoop(name: ChannelName, parts: ChannelLoopParts) {
  const { outbox, deliver, log, polledAt, stopping, pause } = parts;
  const underWay = new Set<Promise<void>>();
  let woken = Promise.withResolvers<void>();

  /** @returns the milliseconds to wait until the next claim */
  async function startDeliveries(): Promise<number> {
    const room = AT_ONCE[name] - underWay.size;
    if (room === 0 || stopping.aborted) return SECOND_MS;
    const claim = await outbox.claim(name, room);
    for (const delivery of claim.unread)
      log.error({ delivery }, "this version cannot read a delivery, which waits for a version that can");
    for (const claimed of claim.deliveries) {
      const done = deliver(claimed).finally(() => underWay.delete(done));
      underWay.add(done);
    }
    return claim.notSent > 0 ? 0 : SECOND_MS;
  }

  /** If `wake` was called after the last wait, this wait ends at once. */
  async function wait(ms: number): Promise<void> {
    await Promise.race([woken.promise, pause(ms), ...underWay]);
    woken = Promise.withResolvers();
  }

  return {
    /** Ends after the loop's running deliveries. Never rejects. */
    async run(): Promise<void> {
      let hasFailed = false;
      while (!stopping.aborted) {
        let waitMs = SECOND_MS;
        try {
          waitMs = await startDeliveries();
          polledAt[name] = performance.now();
          if (hasFailed) log.warn({ channel: name }, "the worker works again");
          hasFailed = false;
        } catch (err) {
          if (!hasFailed) log.error({ channel: name, err }, "the worker failed");
          hasFailed = true;
        }
        await wait(waitMs);
      }
      await Promise.all(underWay);
    },

    wake(): void {
      woken.resolve();
    },
  };
}
