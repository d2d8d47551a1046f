/** A worker on a real store, with a channel that the test controls, and pauses that are over at once. */
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, vi } from "vitest";
import { CHANNELS, type Outgoing } from "../../contract/delivery.ts";
import type { Outbox, SendResult, WorkerLog } from "../../server/deliveries/outbox.ts";
import { createWorker } from "../../server/deliveries/worker.ts";
import { Scenario } from "../store/contract/scenario.ts";
import { temporaryFolder } from "./server.ts";
import { openTestStore } from "./store.ts";

/** A slow machine is not a failure. */
export const PATIENCE = { timeout: 10_000, interval: 5 };

/** A worker on a new store, which is not started yet. */
export async function newWorker(
  send: (outgoing: Outgoing) => Promise<SendResult> = () => Promise.resolve({ kind: "sent" }),
) {
  const store = await openTestStore(join(temporaryFolder(), "leads.db"));
  const scenario = new Scenario(store);
  const sent: Outgoing[] = [];
  const log = { warn: vi.fn<WorkerLog["warn"]>(), error: vi.fn<WorkerLog["error"]>() };
  const channel = {
    send: (outgoing: Outgoing) => {
      sent.push(outgoing);
      return send(outgoing);
    },
    close: () => Promise.resolve(),
  };
  const workerOn = (outbox: Outbox) => createWorker({ outbox, channel, log, pause: () => setImmediate() });
  const worker = workerOn(scenario.outbox);
  /** Sends everything due with its own worker, and returns when nothing is left to do. */
  async function sendDue(): Promise<void> {
    const idle = new Set<string>();
    const claim: Outbox["claim"] = async (name, limit) => {
      const claimed = await scenario.outbox.claim(name, limit);
      if (claimed.kind === "claimed" && claimed.deliveries.length + claimed.ended === 0) idle.add(name);
      return claimed;
    };
    const own = workerOn({ ...scenario.outbox, claim });
    own.start();
    await vi.waitFor(() => expect(idle.size).toBe(CHANNELS.length), PATIENCE);
    await own.stop(10_000);
  }
  onTestFinished(async () => {
    await worker.stop(0);
    await store.close();
  });
  return { scenario, worker, sendDue, sent, log };
}
