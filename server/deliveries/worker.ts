/** Sends due deliveries in the site's process; any number of workers may share a store. */
import { CHANNELS, channelOf, type ChannelName } from "../../contract/delivery.ts";
import { MINUTE_MS } from "../../contract/durations.ts";
import { Counter } from "prom-client";
import { StoreUnavailable } from "../store/unavailable.ts";
import type { Claimed, Outgoing } from "./outbox-rows.ts";
import { createChannelLoop, pauseFor, type Pause } from "./channel-loop.ts";
import { retry, type Outbox, type SendResult, type WorkerLog } from "./outbox.ts";

export interface WorkerParts {
  outbox: Outbox;
  /** Takes a limited time. A fault of a receiver or the network is a result, not an error. */
  send: (outgoing: Outgoing) => Promise<SendResult>;
  log: WorkerLog;
  everyMinute?: () => Promise<unknown>;
  /** Removes the mail file of a delivery whose lead was deleted meanwhile. */
  removeMail?: (deliveryId: string) => Promise<unknown>;
  pause?: Pause;
}

interface Attempt {
  claimed: Claimed;
  result: SendResult | undefined;
}

export type Worker = ReturnType<typeof createWorker>;

const STOPPED = retry("The program stopped before the receiver answered.");
const FAULT = retry("The program failed while sending. Its log says why.");

const results = new Counter({
  name: "nightshift_deliveries_total",
  help: "Delivery attempts by result.",
  labelNames: ["channel", "result"],
});

export function createWorker(parts: WorkerParts) {
  const { outbox, log, everyMinute, removeMail, pause = pauseFor } = parts;
  const began = performance.now();
  const polledAt: Record<ChannelName, number> = { mail: began, webhook: began };
  const underWay = new Map<string, Attempt>();
  const stopping = new AbortController();
  const loops = CHANNELS.map((name) =>
    createChannelLoop(name, { outbox, deliver, log, polledAt, stopping: stopping.signal, pause }),
  );
  let running: Promise<unknown> = Promise.resolve();

  /** Never rejects. A result that cannot be recorded waits for the next claim of the delivery. */
  async function deliver(claimed: Claimed): Promise<void> {
    const { id: delivery, kind } = claimed;
    const attempt: Attempt = { claimed, result: underWay.get(delivery)?.result };
    underWay.set(delivery, attempt);
    // False after a later claim has replaced the attempt, or `stop` has recorded it as stopped.
    const isCurrent = () => underWay.get(delivery) === attempt;
    const { kind: result } = (attempt.result ??= await send(claimed, isCurrent));
    const hindrance = isCurrent() ? await record(attempt) : undefined;
    if (hindrance)
      log.error({ delivery, kind, result, ...hindrance }, "the result of a delivery could not be recorded");
  }

  async function send(claimed: Claimed, isCurrent: () => boolean): Promise<SendResult> {
    const { id: delivery, kind, attempts: count } = claimed;
    const result = await parts.send(claimed).catch((error: unknown) => {
      log.error({ err: error, delivery }, "a delivery failed because of a fault in the program");
      return FAULT;
    });
    results.inc({ channel: channelOf(kind), result: result.kind });
    if ("reason" in result && isCurrent()) {
      const about = { delivery, kind, attempts: count, result: result.kind, reason: result.reason };
      log.warn(about, "a delivery failed");
    }
    return result;
  }

  /** @returns why recording failed, for the log; undefined if it succeeded */
  async function record({ claimed, result = STOPPED }: Attempt): Promise<object | undefined> {
    const { id: delivery, kind } = claimed;
    try {
      const recorded = await outbox.recordResult(claimed, result);
      if (recorded === "lost")
        log.warn({ delivery, kind }, "another process has claimed a delivery that was being sent");
      if (recorded === "deleted") await removeMail?.(delivery);
      underWay.delete(delivery);
      return undefined;
    } catch (error) {
      return error instanceof StoreUnavailable ? { reason: error.reason } : { err: error };
    }
  }

  async function runEveryMinute(): Promise<void> {
    while (!stopping.signal.aborted) {
      await everyMinute?.().catch((err: unknown) => log.error({ err }, "the worker failed"));
      await pauseFor(MINUTE_MS, stopping.signal);
    }
  }

  function wake(): void {
    for (const loop of loops) loop.wake();
  }

  return {
    polledAt,
    wake,

    start(): void {
      running = Promise.all([...loops.map((loop) => loop.run()), runEveryMinute()]);
    },

    /** Waits at most `budget` ms, then records unfinished deliveries as stopped. Never rejects. */
    async stop(budget: number): Promise<void> {
      stopping.abort();
      wake();
      await Promise.race([running, pauseFor(budget)]);
      const unrecorded = [...underWay.values()];
      underWay.clear();
      await Promise.all(unrecorded.map(record));
    },
  };
}
