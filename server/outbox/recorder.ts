/** Records results. It remembers one that cannot be recorded, so that this process does not send the delivery again. */
import { setTimeout as sleep } from "node:timers/promises";
import type { ChannelName, Claimed } from "../storage/outbox-store.ts";
import type { SendResult } from "./channel.ts";
import type { Outbox } from "./outbox.ts";

interface RecorderParts {
  outbox: Pick<Outbox, "recordResult">;
  log: WorkerLog;
  onFailure: (channel: ChannelName) => void;
  /** Removes the mail file of a delivery whose lead was deleted meanwhile. */
  forget?: ((deliveryId: string) => Promise<unknown>) | undefined;
  /** Two tries go into it. Milliseconds. */
  secondMs: number;
}

const TRIES = 10;

/** No function of it rejects. */
export function createRecorder({ outbox, log, onFailure, forget, secondMs }: RecorderParts) {
  const left = new Map<string, { claimed: Claimed; result: SendResult }>();

  /** @returns the logged reason why it cannot be recorded */
  async function attempt(claimed: Claimed, result: SendResult): Promise<object | undefined> {
    try {
      const recorded = await outbox.recordResult(claimed, result);
      if (recorded.kind === "unavailable") return { reason: recorded.reason };
      if (recorded.kind === "lost") {
        const { id: delivery, kind } = claimed;
        log.warn({ delivery, kind }, "another process has claimed a delivery that was being sent");
      }
      if (recorded.kind === "deleted") await forget?.(claimed.id);
      left.delete(claimed.id);
      return undefined;
    } catch (error) {
      return { err: error };
    }
  }

  async function record(claimed: Claimed, result: SendResult, mostTries: number): Promise<void> {
    const { id: delivery, kind } = claimed;
    for (let tries = left.has(delivery) ? mostTries : 1; ; tries++) {
      const hindrance = await attempt(claimed, result);
      if (!hindrance) return;
      if (tries < mostTries) {
        await sleep(secondMs / 2);
        continue;
      }
      onFailure(kind === "webhook" ? "webhook" : "mail");
      const about = { delivery, kind, result: result.kind, ...hindrance };
      if (!left.has(delivery)) log.error(about, "the result of a delivery could not be recorded");
      left.set(delivery, { claimed, result });
      return;
    }
  }

  return {
    /** Tries for some seconds, unless it is known that the result cannot be recorded. */
    record: (claimed: Claimed, result: SendResult) => record(claimed, result, TRIES),
    recordNow: (claimed: Claimed, result: SendResult) => record(claimed, result, 1),
    unrecorded: (deliveryId: string) => left.get(deliveryId)?.result,
    async finish(): Promise<void> {
      await Promise.all(Array.from(left.values(), ({ claimed, result }) => attempt(claimed, result)));
    },
  };
}

export interface WorkerLog {
  warn(about: object, sentence: string): void;
  error(about: object, sentence: string): void;
}
