/** The worker on a real store, with a channel that each test controls. */

import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, vi } from "vitest";
import { CHANNELS } from "../../contract/mail/delivery.ts";
import { Scenario } from "../../tests/store/contract/scenario.ts";
import { temporaryFolder, testFrom } from "../../tests/support/server.ts";
import { openTestStore } from "../../tests/support/store.ts";
import { StoreUnavailable } from "../store/unavailable.ts";
import type { Outgoing } from "./outbox-rows.ts";
import {
  LEASE_MS,
  type Outbox,
  type SendResult,
  type WorkerLog,
} from "./outbox.ts";
import { Worker } from "./worker.ts";

/** A slow machine is not a failure. */
const PATIENCE = { timeout: 10_000, interval: 5 };

/**
 * A worker on a new store. The worker has
 * not started, and its pauses end at once.
 */
async function newWorker(
  send: (outgoing: Outgoing) => Promise<SendResult> = () =>
    Promise.resolve({ kind: "sent" }),
  slowMs?: number,
) {
  const store = await openTestStore(join(temporaryFolder(), "leads.db"));
  const scenario = new Scenario(store);
  const sent: Outgoing[] = [];
  const pauses = new Set<number>();
  const log = {
    warn: vi.fn<WorkerLog["warn"]>(),
    error: vi.fn<WorkerLog["error"]>(),
  };
  const removeMail = vi.fn(async (id: string) => id);
  const sendNoted = (outgoing: Outgoing) => {
    sent.push(outgoing);
    return send(outgoing);
  };
  const workerOn = (outbox: Outbox) =>
    new Worker({
      outbox,
      send: sendNoted,
      log,
      removeMail,
      pause: (ms) => setImmediate(pauses.add(ms)),
      ...(slowMs !== undefined && { slowMs }),
    });
  const worker = workerOn(scenario.outbox);
  /**
   * Starts another worker, which sends everything
   * due, and stops it when nothing is left.
   */
  async function sendDue(): Promise<void> {
    const idle = new Set<string>();
    const claim: Outbox["claim"] = async (name, limit) => {
      const claimed = await scenario.outbox.claim(name, limit);
      if (claimed.deliveries.length + claimed.notSent === 0) idle.add(name);
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
  return { scenario, worker, sendDue, sent, log, pauses, removeMail };
}

const SENT = { confirmation: "sent", notification: "sent" };

/** Starts a worker that is sending two mails until the test calls `finish`. */
async function startSending() {
  const { promise, resolve } = Promise.withResolvers<SendResult>();
  const started = await newWorker(() => promise);
  const { id } = await started.scenario.lead();
  started.worker.start();
  await vi.waitFor(() => expect(started.sent).toHaveLength(2), PATIENCE);
  return { ...started, finish: () => resolve({ kind: "sent" }), id };
}

const test = testFrom(newWorker);

test("the files of mails go with a lead that was deleted while they were sent", async () => {
  const { scenario, id, sent, finish, removeMail } = await startSending();
  await scenario.remove(id);
  finish();
  const files = sent.map((mail) => [mail.id]);
  await expect.poll(() => removeMail.mock.calls).toEqual(files);
});

test("a channel claims each second while claims fail, logs the failure once, and then leaves to others what they may still record", async ({
  scenario,
  worker,
  log,
  pauses,
  sent,
}) => {
  await scenario.lead();
  await scenario.claim();
  scenario.time += LEASE_MS;
  const failed = new StoreUnavailable("the disk is full");
  const { claim: claimDue } = scenario.outbox;
  const claim = vi.spyOn(scenario.outbox, "claim");
  claim.mockImplementation(async (channel, limit) => {
    if (channel === "mail") throw failed;
    return claimDue(channel, limit);
  });
  const { polledAt } = worker;
  worker.start();
  await expect.poll(() => claim.mock.calls.length).toBeGreaterThan(9);
  expect(worker.polledAt).toBe(polledAt);
  claim.mockRestore();
  const again = [{ channel: "mail" }, "the worker works again"];
  await expect.poll(() => log.warn.mock.calls).toEqual([again]);
  expect([...pauses]).toEqual([1_000]);
  const about = { channel: "mail", err: failed };
  expect(log.error.mock.calls).toEqual([[about, "the worker failed"]]);
  expect(sent).toEqual([]);
});

for (const [what, slowMs, most] of [
  ["hangs, four", 60_000, 4],
  ["is slow, twenty", 0, 20],
] as const)
  test(`while every mail ${what} are under way, and webhooks are sent`, async () => {
    const { scenario, worker, sent } = await newWorker(
      ({ kind }) =>
        kind === "webhook"
          ? Promise.resolve({ kind: "sent" })
          : new Promise(() => undefined),
      slowMs,
    );
    const isHook = ({ kind }: Outgoing) => kind === "webhook";
    const hooks = () => sent.filter(isHook).length;
    const mails = () => sent.length - hooks();
    await scenario.lead();
    worker.start();
    await expect.poll(mails).toBe(2);
    for (let number = 0; number < 21; number++)
      await scenario.lead({ email: `${number}@sample.co` });
    await expect.poll(mails).toBe(most);
    scenario.settings.webhookUrls = ["https://a.example/"];
    for (let number = 0; number < 6; number++)
      await scenario.lead({ email: `${number}@other.co` });
    await expect.poll(hooks).toBe(6);
    expect(mails()).toBe(most);
  });

test("the worker logs failures without the visitor's address, and retries in time", async () => {
  const reason = "The mail server could not take the mail (451 4.3.0).";
  let isBroken = false;
  const { scenario, sendDue, sent, log } = await newWorker(() =>
    isBroken
      ? Promise.reject(new Error("a bug"))
      : Promise.resolve({ kind: "retry", reason }),
  );
  const lead = await scenario.lead();
  await sendDue();
  expect(log.warn.mock.calls[0]).toEqual([
    {
      delivery: expect.any(String),
      kind: "confirmation",
      attempts: 1,
      result: "retry",
      reason,
    },
    "a delivery failed",
  ]);
  expect(JSON.stringify(log.warn.mock.calls)).not.toContain(lead.email);
  scenario.time += 30_000;
  isBroken = true;
  await sendDue();
  expect(sent).toHaveLength(4);
  expect(log.error).toHaveBeenCalledTimes(2);
  const { deliveries } = await scenario.detail(lead.id);
  const lastError = "The program failed while sending. Its log says why.";
  expect(deliveries[0]).toMatchObject({ state: "due", lastError });
});

test("the worker goes on when a result cannot be recorded, and sends nothing twice", async ({
  scenario,
  worker,
  sent,
  log,
}) => {
  const { id } = await scenario.lead();
  const recording = vi
    .spyOn(scenario.outbox, "recordResult")
    .mockRejectedValue(new Error("CHECK constraint failed"));
  worker.start();
  await vi.waitFor(() => expect(log.error).toHaveBeenCalledTimes(2), PATIENCE);
  expect(log.error.mock.calls[0]).toEqual([
    {
      delivery: expect.any(String),
      kind: "confirmation",
      result: "sent",
      err: expect.any(Error),
    },
    "the result of a delivery could not be recorded",
  ]);
  // The leases of both deliveries expire, and new deliveries are sent anyway.
  scenario.time += LEASE_MS;
  await scenario.lead({ email: "b@sample.co" });
  await vi.waitFor(() => expect(log.error).toHaveBeenCalledTimes(6), PATIENCE);
  recording.mockRestore();
  await vi.waitFor(
    async () => expect(await scenario.states(id)).toMatchObject(SENT),
    PATIENCE,
  );
  expect(sent).toHaveLength(4);
});

test("the worker finishes what it is sending before it stops, and claims nothing more", async () => {
  const { scenario, worker, sent, finish, id, log } = await startSending();
  const stopped = worker.stop(10_000);
  await scenario.lead({ email: "b@sample.co" });
  worker.wake();
  finish();
  await stopped;
  expect(sent).toHaveLength(2);
  expect(await scenario.states(id)).toMatchObject(SENT);
  expect(log.warn, "recorded once").not.toHaveBeenCalled();
});

test("the worker leaves deliveries that do not end in time to other workers", async () => {
  const { scenario, worker, finish, id, log } = await startSending();
  await worker.stop(1);
  const { deliveries } = await scenario.detail(id);
  expect(deliveries[0]).toMatchObject({
    state: "due",
    attempts: 1,
    lastError: "The program stopped before the receiver answered.",
  });
  // The sending ends later: nobody is notified, and nothing is recorded twice.
  finish();
  scenario.time += 30_000;
  expect((await scenario.claim()).map(({ attempts }) => attempts)).toEqual([
    2, 2,
  ]);
  expect(log.warn).not.toHaveBeenCalled();
});
