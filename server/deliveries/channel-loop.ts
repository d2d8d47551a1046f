/** The loop of one channel: claims due deliveries while it has room, and waits longer after each failure. */
import type { WorkerLog, Outbox } from "./outbox.ts";
import { setTimeout as sleep } from "node:timers/promises";
import type { ChannelName } from "../../contract/delivery.ts";
import type { Claimed } from "../store/store.ts";

interface ChannelLoopParts {
  outbox: Outbox;
  /** Sends and records. Never rejects. */
  deliver: (claimed: Claimed) => Promise<void>;
  log: WorkerLog;
  /** How often the store failed the worker. */
  failures: Record<ChannelName, number>;
  /** When each channel last looked for due deliveries, by the monotonic clock. Milliseconds. */
  polledAt: Record<ChannelName, number>;
  stopping: AbortSignal;
  /** The loop's unit of waiting, a second except in tests. Milliseconds. */
  secondMs: number;
}

/** Deliveries sent at once. A mail server takes few connections; webhooks go to many hosts and may hang for long. */
const AT_ONCE: Record<ChannelName, number> = { mail: 4, webhook: 8 };
/** Pauses after failed turns double up to this; a new lead cuts each to one second. Seconds. */
const LONGEST_PAUSE = 30;
/** As many leads since the last look are a flood: they go first, and deliveries wait. The other values are seconds. */
const FLOOD = 10;
const REST = 0.5;

/** How long to wait after a turn, or the logged reason why it failed. */
type Turn = { waitMs: number } | { failed: object };

export function createChannelLoop(name: ChannelName, parts: ChannelLoopParts) {
  const { outbox, deliver, log, stopping, secondMs } = parts;
  const wakeUp = createWakeUp();
  const underWay = new Set<Promise<void>>();
  let newLeads = 0;
  let failures = 0;

  const pause = (ms: number) => sleep(ms, undefined, { signal: stopping }).catch(() => undefined);

  /** A hanging delivery holds up no other: there may be room, and something new to send. */
  async function turn(): Promise<Turn> {
    if (newLeads >= FLOOD) await pause(REST * secondMs);
    newLeads = 0;
    const room = AT_ONCE[name] - underWay.size;
    if (room === 0 || stopping.aborted) return { waitMs: secondMs };
    const claim = await outbox.claim(name, room);
    if (claim.kind === "unavailable") return { failed: { reason: claim.reason } };
    if (stopping.aborted) {
      await Promise.all(claim.deliveries.map((claimed) => outbox.giveBack(claimed)));
      return { waitMs: 0 };
    }
    for (const delivery of claim.unread)
      log.error({ delivery }, "this version cannot read a delivery, which waits for a version that can");
    for (const claimed of claim.deliveries) {
      const done = deliver(claimed).finally(() => underWay.delete(done));
      underWay.add(done);
    }
    return { waitMs: claim.ended > 0 ? 0 : secondMs };
  }

  return {
    /** Runs until it is stopped and running deliveries have ended. Never rejects. */
    async run(): Promise<void> {
      while (!stopping.aborted) {
        const took = await turn().catch((error: unknown): Turn => ({ failed: { err: error } }));
        if ("failed" in took) {
          parts.failures[name] += 1;
          if (failures === 0) log.error({ channel: name, ...took.failed }, "the worker failed");
          await pause(secondMs);
          await wakeUp.wait((Math.min(2 ** failures, LONGEST_PAUSE) - 1) * secondMs);
          failures += 1;
        } else {
          parts.polledAt[name] = performance.now();
          if (failures > 0) {
            log.warn({ channel: name, failures }, "the worker works again");
            failures = 0;
          }
          await wakeUp.wait(took.waitMs, underWay);
        }
      }
      await Promise.all(underWay);
    },

    wake(): void {
      newLeads += 1;
      wakeUp.wake();
    },
  };
}

/** A wait that can be cut short. A call while nobody waits is not lost: it ends the next wait at once. */
function createWakeUp() {
  let call = Promise.withResolvers<void>();
  return {
    wake: (): void => call.resolve(),

    /** @param ms the longest wait @param underWay promises whose first end also ends the wait */
    async wait(ms: number, underWay: Iterable<Promise<void>> = []): Promise<void> {
      const over = new AbortController();
      const timer = sleep(ms, undefined, { signal: over.signal }).catch(() => undefined);
      await Promise.race([call.promise, timer, ...underWay]);
      over.abort();
      call = Promise.withResolvers();
    },
  };
}
