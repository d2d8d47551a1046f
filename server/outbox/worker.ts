/**
 * Sends what is owed. It runs in the site process, where each new lead wakes it, or alone; any number of them may share a
 * store. Mail and webhooks go their own ways, so that neither waits for the other.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { ChannelName, Claimed } from "../storage/outbox-store.ts";
import type { Channel, SendResult } from "./channel.ts";
import type { Outbox } from "./outbox.ts";
import { createWakeUp, type WakeUp } from "./wake-up.ts";

export interface WorkerLog {
  warn(about: object, sentence: string): void;
  error(about: object, sentence: string): void;
}

export interface WorkerParts {
  outbox: Outbox;
  channel: Channel;
  log: WorkerLog;
  /** Done at the start and every minute. */
  everyMinute?: () => Promise<void>;
}

export interface Worker {
  start(): void;
  /** There is something new. */
  wake(): void;
  /** Sends what is due now, and returns when nothing is left to do. */
  sendDue(): Promise<void>;
  /**
   * Claims nothing more and waits for what is being sent; what is not done by then is left to others.
   *
   * @param budget milliseconds
   */
  stop(budget: number): Promise<void>;
}

const CHANNELS: readonly ChannelName[] = ["mail", "webhook"];
/** What is under way at once. A mail server takes few connections; webhooks go to many hosts and may hang for long. */
const AT_ONCE: Record<ChannelName, number> = { mail: 4, webhook: 8 };
/** To see what another process has stored. Milliseconds. */
const LOOK_EVERY_MS = 1_000;
const MINUTE_MS = 60_000;
/**
 * When so many leads came since the last look, there is a flood: they go first, and what is owed for them waits. A mail
 * costs ten times the processor that a lead does.
 */
const FLOOD = 10;
const REST_MS = 500;
/** A result that could not be stored is tried again: otherwise what was sent would be sent twice. */
const RECORD_TRIES = 10;
const RECORD_AGAIN_MS = 500;

const STOPPED: SendResult = {
  kind: "retry",
  reason: "The program was stopped before the receiver had answered.",
};
const FAULT: SendResult = { kind: "retry", reason: "The program failed while sending. Its log says why." };

interface Way {
  name: ChannelName;
  wakeUp: WakeUp;
  /** Since the last look. */
  newLeads: number;
}

export function createWorker({ outbox, channel, log, everyMinute }: WorkerParts): Worker {
  const ways = CHANNELS.map((name): Way => ({ name, wakeUp: createWakeUp(), newLeads: 0 }));
  const sending = new Map<string, Claimed>();
  const stopping = new AbortController();
  let running: Promise<unknown> = Promise.resolve();

  async function work(way: Way): Promise<void> {
    while (!stopping.signal.aborted) {
      let wait = LOOK_EVERY_MS;
      try {
        await sendAllDue(way);
        const due = await outbox.untilDue(way.name);
        if (due.kind === "wait" && due.ms !== undefined) wait = Math.min(wait, due.ms);
      } catch (error) {
        // The site goes on: leads are safe, and the log says what is wrong.
        log.error({ err: error, channel: way.name }, "the worker failed");
      }
      await way.wakeUp.wait(wait);
    }
  }

  async function sendAllDue(way: Way): Promise<void> {
    const { name, wakeUp } = way;
    const underWay = new Set<Promise<void>>();
    for (;;) {
      if (way.newLeads >= FLOOD) await sleep(REST_MS, undefined, { signal: stopping.signal }).catch(() => {});
      way.newLeads = 0;
      for (const claimed of await claim(name, AT_ONCE[name] - underWay.size)) {
        const done = deliver(claimed).finally(() => underWay.delete(done));
        underWay.add(done);
      }
      if (underWay.size === 0) return;
      // One that hangs holds up nobody: there may be a free place, and something new to send.
      await wakeUp.wait(LOOK_EVERY_MS, underWay);
    }
  }

  async function claim(name: ChannelName, limit: number): Promise<Claimed[]> {
    if (limit === 0 || stopping.signal.aborted) return [];
    const result = await outbox.claim(name, limit);
    if (result.kind === "unavailable") return [];
    if (!stopping.signal.aborted) return result.deliveries;
    await Promise.all(result.deliveries.map((claimed) => outbox.giveBack(claimed)));
    return [];
  }

  async function deliver(claimed: Claimed): Promise<void> {
    sending.set(claimed.id, claimed);
    const result = await send(claimed);
    // Left to others while it was under way.
    if (sending.delete(claimed.id)) await record(claimed, result);
  }

  async function send(claimed: Claimed): Promise<SendResult> {
    try {
      return await channel.send(claimed);
    } catch (error) {
      log.error({ err: error, delivery: claimed.id }, "a delivery failed by a fault of the program");
      return FAULT;
    }
  }

  async function record(claimed: Claimed, result: SendResult): Promise<void> {
    const { id: delivery, kind, attempts } = claimed;
    if (result.kind !== "sent") {
      log.warn({ delivery, kind, attempts, result: result.kind, reason: result.reason }, "a delivery failed");
    }
    for (let tries = 1; tries <= RECORD_TRIES; tries++) {
      const recorded = await outbox.recordResult(claimed, result);
      if (recorded.kind === "recorded") return;
      if (recorded.kind === "lost") {
        log.warn({ delivery, kind }, "somebody else has claimed a delivery that was being sent");
        return;
      }
      await sleep(RECORD_AGAIN_MS);
    }
    log.error({ delivery, kind, result: result.kind }, "the end of a delivery could not be recorded");
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

  function wakeAll(): void {
    for (const way of ways) {
      way.newLeads += 1;
      way.wakeUp.wake();
    }
  }

  return {
    start() {
      running = Promise.all([...ways.map((way) => work(way)), tick()]);
    },

    wake: wakeAll,

    async sendDue() {
      await Promise.all(ways.map((way) => sendAllDue(way)));
    },

    async stop(budget) {
      stopping.abort();
      wakeAll();
      const inTime = new AbortController();
      await Promise.race([
        running.finally(() => inTime.abort()),
        sleep(budget, undefined, { signal: inTime.signal }).catch(() => undefined),
      ]);
      const left = [...sending.values()];
      sending.clear();
      await Promise.all(left.map((claimed) => outbox.recordResult(claimed, STOPPED)));
    },
  };
}
