/** Sends due deliveries, in the site's process or alone; any number of workers may share a store. */
import { setTimeout as sleep } from "node:timers/promises";
import { SECOND_MS, MINUTE_MS } from "../../contract/durations.ts";
import { CHANNELS, channelOf, type ChannelName } from "../../contract/delivery.ts";
import type { Claimed } from "../store/store.ts";
import type { Channel, SendResult, WorkerLog, Outbox } from "./outbox.ts";
import { createChannelLoop, pauseFor, type Pause } from "./channel-loop.ts";

export interface WorkerParts {
  outbox: Outbox;
  channel: Channel;
  log: WorkerLog;
  /** Done at the start and every minute. */
  everyMinute?: () => Promise<void>;
  /** Removes the mail file of a delivery whose lead was deleted meanwhile. */
  forget?: (deliveryId: string) => Promise<unknown>;
  /** Between looks, after failures and floods. */
  pause?: Pause;
}

export type Worker = ReturnType<typeof createWorker>;

const STOPPED: SendResult = { kind: "retry", reason: "The program stopped before the receiver answered." };
/** Half a second apart. */
const TRIES = 10;
const FAULT: SendResult = { kind: "retry", reason: "The program failed while sending. Its log says why." };

const ofEach = (valueOf: (name: ChannelName) => number): Record<ChannelName, number> => ({
  mail: valueOf("mail"),
  webhook: valueOf("webhook"),
});

export function createWorker(parts: WorkerParts) {
  const { outbox, channel, log, everyMinute, forget, pause = pauseFor } = parts;
  const failures = ofEach(() => 0);
  const deliveries = new Map<string, number>();
  const began = performance.now();
  const polledAt = ofEach(() => began);
  const sending = new Set<Claimed>();
  /** Results that could not be recorded, by delivery: nothing is sent again because of that. */
  const unrecorded = new Map<string, { claimed: Claimed; result: SendResult }>();
  const stopping = new AbortController();
  const shared = { outbox, deliver, log, failures, polledAt, stopping: stopping.signal, pause };
  const loops = CHANNELS.map((name) => createChannelLoop(name, shared));
  let running: Promise<unknown> = Promise.resolve();

  async function deliver(claimed: Claimed): Promise<void> {
    const known = unrecorded.get(claimed.id);
    if (known) return record(claimed, known.result);
    sending.add(claimed);
    const result = await send(claimed);
    const counted = `${channelOf(claimed.kind)} ${result.kind}`;
    deliveries.set(counted, (deliveries.get(counted) ?? 0) + 1);
    // The delivery was given back while it was being sent.
    if (!sending.delete(claimed)) return;
    const { id: delivery, kind, attempts } = claimed;
    if ("reason" in result) {
      log.warn({ delivery, kind, attempts, result: result.kind, reason: result.reason }, "a delivery failed");
    }
    await record(claimed, result);
  }

  async function send(claimed: Claimed): Promise<SendResult> {
    try {
      return await channel.send(claimed);
    } catch (error) {
      log.error({ err: error, delivery: claimed.id }, "a delivery failed because of a fault in the program");
      return FAULT;
    }
  }

  /** Tries for some seconds, unless it is known that the result cannot be recorded. Never rejects. */
  async function record(claimed: Claimed, result: SendResult, mostTries = TRIES): Promise<void> {
    const { id: delivery, kind } = claimed;
    for (let tries = unrecorded.has(delivery) ? mostTries : 1; ; tries++) {
      const hindrance = await attempt(claimed, result);
      if (!hindrance) return;
      if (tries < mostTries) {
        await pause(SECOND_MS / 2);
        continue;
      }
      failures[channelOf(claimed.kind)] += 1;
      const about = { delivery, kind, result: result.kind, ...hindrance };
      if (!unrecorded.has(delivery)) log.error(about, "the result of a delivery could not be recorded");
      unrecorded.set(delivery, { claimed, result });
      return;
    }
  }

  /** @returns the logged reason why it cannot be recorded */
  async function attempt(claimed: Claimed, result: SendResult): Promise<object | undefined> {
    const { id: delivery, kind } = claimed;
    try {
      const recorded = await outbox.recordResult(claimed, result);
      if (recorded.kind === "unavailable") return { reason: recorded.reason };
      if (recorded.kind === "lost")
        log.warn({ delivery, kind }, "another process has claimed a delivery that was being sent");
      if (recorded.kind === "deleted") await forget?.(delivery);
      unrecorded.delete(delivery);
      return undefined;
    } catch (error) {
      return { err: error };
    }
  }

  async function tick(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await everyMinute?.();
      } catch (error) {
        log.error({ err: error }, "the worker failed");
      }
      await sleep(MINUTE_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
  }

  function wake(): void {
    for (const loop of loops) loop.wake();
  }

  return {
    /** How often the store failed the worker: at a claim, or when a result was to be recorded. */
    failures,
    /** The number of attempts for each channel and result, with a space between the two. */
    deliveries,
    /** Seconds since each channel last looked for due deliveries. */
    silence: () => ofEach((name) => (performance.now() - polledAt[name]) / 1000),
    wake,

    start(): void {
      running = Promise.all([...loops.map((loop) => loop.run()), tick()]);
    },

    /** Waits for running deliveries; others take the rest. Never rejects. @param budget milliseconds */
    async stop(budget: number): Promise<void> {
      stopping.abort();
      wake();
      const inTime = new AbortController();
      await Promise.race([
        running.finally(() => inTime.abort()),
        sleep(budget, undefined, { signal: inTime.signal }).catch(() => undefined),
      ]);
      const left = [...sending];
      sending.clear();
      await Promise.all(left.map((claimed) => record(claimed, STOPPED, 1)));
      await Promise.all(Array.from(unrecorded.values(), ({ claimed, result }) => attempt(claimed, result)));
    },
  };
}
