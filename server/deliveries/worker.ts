/**
 * Sends due deliveries in the site's process;
 * any number of workers may share a store.
 */

import { setTimeout as sleep } from "node:timers/promises";
import { Counter } from "prom-client";
import { MINUTE_MS, SECOND_MS } from "../../contract/durations.ts";
import { CHANNELS, type ChannelName } from "../../contract/mail/delivery.ts";
import { StoreUnavailable } from "../store/unavailable.ts";
import type { Claimed, Outgoing } from "./outbox-rows.ts";
import {
  retry,
  type Outbox,
  type SendResult,
  type WorkerLog,
} from "./outbox.ts";

export interface WorkerParts {
  outbox: Pick<Outbox, "claim" | "keep" | "recordResult" | "renewEnded">;
  /**
   * Takes a limited time, which may be half an hour. A fault of a receiver or
   * the network is a result, not an error.
   */
  send: (outgoing: Outgoing) => Promise<SendResult>;
  log: WorkerLog;
  /** Each runs every minute. A slow one holds up no other. */
  tasks?: readonly (() => Promise<unknown>)[];
  /** Removes the mail file of a delivery whose lead was deleted meanwhile. */
  removeMail: (deliveryId: string) => Promise<unknown>;
  pause?: (ms: number) => Promise<unknown>;
  slowMs?: number;
}

interface UnderWay {
  channel: ChannelName;
  isSlow: boolean;
  done: Promise<void>;
}

interface Attempt {
  claimed: Claimed;
  result: SendResult | undefined;
  /** The store could not take the result. */
  isUnrecorded?: boolean;
}

const STOPPED = retry("The program stopped before the receiver answered.");
const FAULT = retry("The program failed while sending. Its log says why.");

/**
 * To a mail server, more connections at once look
 * like an attack; webhooks go to many hosts.
 */
const AT_ONCE: Record<ChannelName, number> = { mail: 4, webhook: 8 };
/**
 * What takes longer than this makes room for the
 * next, so a slow receiver holds up no other.
 */
const SLOW_MS = 5 * SECOND_MS;
const MOST_AT_ONCE = 20;
/** A channel that is closed ends its attempts at once. */
const CLOSING_MS = SECOND_MS / 2;

const results = new Counter({
  name: "nightshift_deliveries_total",
  help: "Delivery attempts by result.",
  labelNames: ["channel", "result"],
});

/** Waits, and ends early at the signal. Never rejects. */
const pauseFor = (ms: number, signal?: AbortSignal): Promise<unknown> =>
  sleep(ms, undefined, signal && { signal }).catch(() => undefined);

export class Worker {
  /**
   * The last time, as a `performance.now()`, at which no channel was failing.
   */
  polledAt = performance.now();
  readonly #parts: WorkerParts;
  readonly #attempts = new Map<string, Attempt>();
  readonly #underWay = new Set<UnderWay>();
  readonly #failing = new Set<ChannelName>();
  readonly #stopping = new AbortController();
  #woken = Promise.withResolvers<void>();
  #running: Promise<unknown> = Promise.resolve();

  constructor(parts: WorkerParts) {
    this.#parts = parts;
  }

  start(): void {
    const { tasks = [] } = this.#parts;
    this.#running = Promise.all([
      this.#run(),
      this.#everyMinute(() => this.#keepLeases()),
      ...tasks.map((task) => this.#everyMinute(task)),
    ]);
  }

  wake(): void {
    this.#woken.resolve();
  }

  /**
   * Ends after the deliveries under way.
   * @param budget milliseconds after which
   * unfinished deliveries are recorded as stopped
   * @param cutOff ends what is still being sent,
   * which then says whether its text was sent
   */
  async stop(budget?: number, cutOff?: () => Promise<void>): Promise<void> {
    this.#stopping.abort();
    this.wake();
    const ends = budget === undefined ? [] : [pauseFor(budget)];
    await Promise.race([this.#running, ...ends]);
    await cutOff?.();
    await Promise.race([this.#running, pauseFor(CLOSING_MS)]);
    const unrecorded = [...this.#attempts.values()];
    this.#attempts.clear();
    await Promise.all(unrecorded.map((attempt) => this.#record(attempt)));
  }

  /** Ends after the deliveries under way. Never rejects. */
  async #run(): Promise<void> {
    const { pause = pauseFor } = this.#parts;
    const underWay = () => [...this.#underWay].map(({ done }) => done);
    while (!this.#stopping.signal.aborted) {
      let waitMs = SECOND_MS;
      const late = [...this.#attempts.values()].filter(
        ({ isUnrecorded }) => isUnrecorded,
      );
      await Promise.all(late.map((attempt) => this.#record(attempt)));
      for (const channel of CHANNELS)
        if (await this.#startDeliveries(channel)) waitMs = 0;
      if (this.#failing.size === 0) this.polledAt = performance.now();
      // If `wake` was called after the last wait, this wait ends at once.
      await Promise.race([this.#woken.promise, pause(waitMs), ...underWay()]);
      this.#woken = Promise.withResolvers();
    }
    await Promise.all(underWay());
  }

  /**
   * Claims due deliveries while the channel
   * has room. @returns whether more may be due
   */
  async #startDeliveries(channel: ChannelName): Promise<boolean> {
    const { outbox, log } = this.#parts;
    const all = [...this.#underWay].filter((one) => one.channel === channel);
    const quick = all.filter(({ isSlow }) => !isSlow);
    const room = Math.min(
      AT_ONCE[channel] - quick.length,
      MOST_AT_ONCE - all.length,
    );
    try {
      if (this.#failing.has(channel)) await outbox.renewEnded(channel);
      const claim = room > 0 ? await outbox.claim(channel, room) : undefined;
      for (const delivery of claim?.unread ?? [])
        log.error(
          { delivery },
          "this version cannot read a delivery, which waits for one that can",
        );
      for (const claimed of claim?.deliveries ?? [])
        this.#startOne(channel, claimed);
      if (this.#failing.delete(channel))
        log.warn({ channel }, "the worker works again");
      return claim !== undefined && claim.notSent > 0;
    } catch (err) {
      if (!this.#failing.has(channel))
        log.error({ channel, err }, "the worker failed");
      this.#failing.add(channel);
      return false;
    }
  }

  #startOne(channel: ChannelName, claimed: Claimed): void {
    const timer = setTimeout(() => {
      delivery.isSlow = true;
      this.wake();
    }, this.#parts.slowMs ?? SLOW_MS);
    const done = this.#deliver(claimed).finally(() => {
      clearTimeout(timer);
      this.#underWay.delete(delivery);
    });
    const delivery = { channel, isSlow: false, done };
    this.#underWay.add(delivery);
  }

  async #keepLeases(): Promise<void> {
    const sending = [...this.#attempts.values()]
      .filter(({ result }) => result === undefined)
      .map(({ claimed }) => claimed);
    if (sending.length > 0) await this.#parts.outbox.keep(sending);
  }

  /**
   * Never rejects. A result that cannot be recorded is
   * recorded later, without sending the delivery again.
   */
  async #deliver(claimed: Claimed): Promise<void> {
    const { id: delivery, kind } = claimed;
    const attempt: Attempt = {
      claimed,
      result: this.#attempts.get(delivery)?.result,
    };
    this.#attempts.set(delivery, attempt);
    // False after a later claim has replaced the
    // attempt, or `stop` has recorded it as stopped.
    const isCurrent = () => this.#attempts.get(delivery) === attempt;
    const { kind: result } = (attempt.result ??= await this.#send(
      claimed,
      isCurrent,
    ));
    const hindrance = isCurrent() ? await this.#record(attempt) : undefined;
    if (hindrance)
      this.#parts.log.error(
        { delivery, kind, result, ...hindrance },
        "the result of a delivery could not be recorded",
      );
  }

  async #send(claimed: Claimed, isCurrent: () => boolean): Promise<SendResult> {
    const { send, log } = this.#parts;
    const { id: delivery, kind, attempts: count } = claimed;
    const result = await send(claimed).catch((error: unknown) => {
      log.error(
        { err: error, delivery },
        "a delivery failed because of a fault in the program",
      );
      return FAULT;
    });
    const channel = kind === "webhook" ? kind : "mail";
    results.inc({ channel, result: result.kind });
    if ("reason" in result && isCurrent()) {
      log.warn(
        {
          delivery,
          kind,
          attempts: count,
          result: result.kind,
          reason: result.reason,
        },
        "a delivery failed",
      );
    }
    return result;
  }

  /** @returns why recording failed, for the log; undefined if it succeeded */
  async #record(attempt: Attempt): Promise<object | undefined> {
    const { outbox, log, removeMail } = this.#parts;
    const { claimed, result = STOPPED } = attempt;
    const { id: delivery, kind } = claimed;
    try {
      const recorded = await outbox.recordResult(claimed, result);
      if (recorded === "lost")
        log.warn(
          { delivery, kind },
          "another process has claimed a delivery that was being sent",
        );
      if (recorded === "deleted") await removeMail(delivery);
      this.#attempts.delete(delivery);
      return undefined;
    } catch (error) {
      attempt.isUnrecorded = true;
      return error instanceof StoreUnavailable
        ? { reason: error.reason }
        : { err: error };
    }
  }

  /**
   * Waits a minute after each run. Ends after the run under way. Never rejects.
   */
  async #everyMinute(task: () => Promise<unknown>): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await task().catch((err: unknown) =>
        this.#parts.log.error({ err }, "the worker failed"),
      );
      await pauseFor(MINUTE_MS, signal);
    }
  }
}
