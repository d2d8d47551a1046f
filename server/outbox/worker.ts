/** Sends due deliveries, in the site's process or alone; any number of workers may share a store. */
import { setTimeout as sleep } from "node:timers/promises";
import type { ChannelName, Claimed } from "../storage/outbox-store.ts";
import type { Channel, SendResult } from "./channel.ts";
import { createChannelLoop } from "./channel-loop.ts";
import type { Outbox } from "./outbox.ts";
import { createRecorder, type WorkerLog } from "./recorder.ts";

export interface WorkerParts {
  outbox: Outbox;
  channel: Channel;
  log: WorkerLog;
  /** Done at the start and every minute. */
  everyMinute?: () => Promise<void>;
  forget?: (deliveryId: string) => Promise<unknown>;
  /** The unit of waiting after failures and floods, a second except in tests. Milliseconds. */
  secondMs?: number;
}

export type Worker = ReturnType<typeof createWorker>;

const CHANNELS: readonly ChannelName[] = ["mail", "webhook"];
const MINUTE_MS = 60_000;

const STOPPED: SendResult = {
  kind: "retry",
  reason: "The program was stopped before the receiver had answered.",
};
const FAULT: SendResult = { kind: "retry", reason: "The program failed while sending. Its log says why." };

export function createWorker({ outbox, channel, log, everyMinute, forget, secondMs = 1_000 }: WorkerParts) {
  const failures = { mail: 0, webhook: 0 };
  const deliveries = new Map<string, number>();
  const lookedAt = { mail: performance.now(), webhook: performance.now() };
  const sending = new Map<string, Claimed>();
  const stopping = new AbortController();
  const onFailure = (name: ChannelName) => {
    failures[name] += 1;
  };
  const recorder = createRecorder({ outbox, log, onFailure, forget, secondMs });
  const loops = CHANNELS.map((name) =>
    createChannelLoop({
      name,
      outbox,
      deliver,
      log,
      onFailure: () => onFailure(name),
      onLook: () => (lookedAt[name] = performance.now()),
      stopping: stopping.signal,
      secondMs,
    }),
  );
  let running: Promise<unknown> = Promise.resolve();

  async function deliver(claimed: Claimed): Promise<void> {
    const known = recorder.unrecorded(claimed.id);
    if (known) return recorder.record(claimed, known);
    sending.set(claimed.id, claimed);
    const result = await send(claimed);
    const counted = `${claimed.kind === "webhook" ? "webhook" : "mail"} ${result.kind}`;
    deliveries.set(counted, (deliveries.get(counted) ?? 0) + 1);
    // The delivery was given back while it was being sent.
    if (!sending.delete(claimed.id)) return;
    const { id: delivery, kind, attempts } = claimed;
    if ("reason" in result) {
      log.warn({ delivery, kind, attempts, result: result.kind, reason: result.reason }, "a delivery failed");
    }
    await recorder.record(claimed, result);
  }

  async function send(claimed: Claimed): Promise<SendResult> {
    try {
      return await channel.send(claimed);
    } catch (error) {
      log.error({ err: error, delivery: claimed.id }, "a delivery failed because of a fault in the program");
      return FAULT;
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

  const silenceOf = (name: ChannelName) => (performance.now() - lookedAt[name]) / 1000;

  return {
    /** How often the store failed the worker: at a claim, or when a result was to be recorded. */
    failures,
    /** The number of attempts for each channel and result, with a space between the two. */
    deliveries,
    /** Seconds since each channel last looked for what is due. */
    silence: () => ({ mail: silenceOf("mail"), webhook: silenceOf("webhook") }),
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
      const left = [...sending.values()];
      sending.clear();
      await Promise.all(left.map((claimed) => recorder.recordNow(claimed, STOPPED)));
      await recorder.finish();
    },
  };
}
