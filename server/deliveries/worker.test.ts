/** The worker on a real store, with a channel that each test controls. */
import { MAILBOX_MAILS_A_DAY } from "../../contract/limits.ts";
import { expect, onTestFinished, test, vi } from "vitest";
import { intercept } from "../../tests/support/store.ts";
import { newWorker, PATIENCE, SECOND_MS } from "../../tests/support/worker.ts";
import { measureProcess } from "../lifecycle/process-metrics.ts";
import { LEASE_MS, type SendResult } from "./outbox.ts";
import * as outboxStatements from "./outbox-statements.ts";

const SENT = { confirmation: "sent", notification: "sent" };

/** A send that ends only when released. */
function gate() {
  const { promise, resolve } = Promise.withResolvers<SendResult>();
  return { promise, open: () => resolve({ kind: "sent" }) };
}
const url = (number: number) => `https://${number}.example/`;

test("the worker sends everything due, each delivery once", async () => {
  const { scenario, sendDue, sent } = await newWorker();
  scenario.settings.webhookUrls = [url(1), url(2)];
  for (let number = 0; number < 20; number++) await scenario.lead({ email: `${number}@sample.co` });
  await sendDue();
  // Of the last ten leads, one mail will tell the agency.
  expect(new Set(sent.map(({ id }) => id)).size).toBe(70);
  expect(sent).toHaveLength(70);
  // Those that need no sending do not delay the others.
  for (let number = 0; number < 40; number++) await scenario.lead();
  await sendDue();
  expect(sent).toHaveLength(70 + MAILBOX_MAILS_A_DAY - 1 + 40 * 2);
});

test("the worker lets a flood of leads go first, is woken by a new one, and polls for those of other processes", async () => {
  const { scenario, worker, sent } = await newWorker();
  for (let number = 0; number < 30; number++) {
    await scenario.lead({ email: `${number}@sample.co` });
    worker.wake();
  }
  let firstClaim = 0;
  intercept(outboxStatements.claimDeliveries, vi.spyOn(outboxStatements, "claimDeliveries"), (goOn) => {
    firstClaim ||= performance.now();
    return goOn();
  });
  const begin = performance.now();
  worker.start();
  await vi.waitFor(() => expect(sent).toHaveLength(40), PATIENCE);
  // A timer rounds.
  expect(firstClaim - begin).toBeGreaterThan(SECOND_MS / 2 - 5);
  await scenario.lead();
  worker.wake();
  await vi.waitFor(() => expect(sent).toHaveLength(41), PATIENCE);
  await scenario.lead({ email: "b@sample.co" });
  await vi.waitFor(() => expect(sent).toHaveLength(42), { timeout: 5_000 });
});

test("a lead that comes while the worker looks, or waits, is sent at once", async () => {
  const { scenario, worker, sent } = await newWorker(undefined, 60_000);
  let looks = 0;
  intercept(
    outboxStatements.claimDeliveries,
    vi.spyOn(outboxStatements, "claimDeliveries"),
    async (goOn, { channel }) => {
      const found = await goOn();
      if (channel === "mail" && ++looks === 1) {
        await scenario.lead();
        worker.wake();
      }
      return found;
    },
  );
  worker.start();
  await vi.waitFor(() => expect(sent).toHaveLength(2), PATIENCE);
  await vi.waitFor(() => expect(looks).toBeGreaterThan(2), PATIENCE);
  await scenario.lead({ email: "b@sample.co" });
  worker.wake();
  await vi.waitFor(() => expect(sent).toHaveLength(4), PATIENCE);
});

test("the worker limits how many it sends at once", async () => {
  let [underWay, most] = [0, 0];
  const { scenario, sendDue } = await newWorker(async () => {
    most = Math.max(most, ++underWay);
    await new Promise((resolve) => setTimeout(resolve, 1));
    underWay -= 1;
    return { kind: "sent" };
  });
  for (let number = 0; number < 20; number++) await scenario.lead({ email: `${number}@sample.co` });
  await sendDue();
  expect(most).toBe(4);
});

test("the worker is not delayed by a delivery that hangs, nor by the other channel", async () => {
  const { promise, open } = gate();
  const hangs = new Set([url(1), "confirmation"]);
  const { scenario, worker, sent } = await newWorker(({ kind, target }) =>
    hangs.has(target) || hangs.has(kind) ? promise : Promise.resolve({ kind: "sent" }),
  );
  scenario.settings.webhookUrls = [url(1), url(2)];
  worker.start();
  for (let number = 0; number < 3; number++) {
    const { id } = await scenario.lead({ email: `${number}@sample.co` });
    worker.wake();
    await vi.waitFor(async () => {
      const { deliveries } = await scenario.detail(id);
      const done = deliveries.filter(({ state }) => state === "sent");
      expect(done.map(({ kind }) => kind).toSorted()).toEqual(["notification", "webhook"]);
    }, PATIENCE);
  }
  expect(sent).toHaveLength(12);
  open();
});

test("the worker logs failures and exceptions without any data of a visitor, and retries in time", async () => {
  const reason = "The mail server could not take the mail (451 4.3.0).";
  let isBroken = false;
  const { scenario, sendDue, sent, log } = await newWorker(() =>
    isBroken ? Promise.reject(new Error("a bug")) : Promise.resolve({ kind: "retry", reason }),
  );
  const lead = await scenario.lead();
  await sendDue();
  expect(sent).toHaveLength(2);
  expect(log.warn).toHaveBeenCalledTimes(2);
  expect(log.warn.mock.calls[0]).toEqual([
    { delivery: expect.any(String), kind: "confirmation", attempts: 1, result: "retry", reason },
    "a delivery failed",
  ]);
  expect(JSON.stringify(log.warn.mock.calls)).not.toContain(lead.email);
  scenario.time += 30_000;
  isBroken = true;
  await sendDue();
  expect(sent).toHaveLength(4);
  expect(log.error).toHaveBeenCalledTimes(2);
  const lastError = "The program failed while sending. Its log says why.";
  const { deliveries } = await scenario.detail(lead.id);
  expect(deliveries[0]).toMatchObject({ state: "due", lastError });
});

test("the worker records what was sent as soon as the store can be used again", async () => {
  const { scenario, sendDue } = await newWorker();
  const { id } = await scenario.lead();
  let failures = 2;
  intercept(outboxStatements.recordDelivery, vi.spyOn(outboxStatements, "recordDelivery"), (goOn) =>
    failures-- > 0 ? Promise.resolve({ kind: "unavailable", reason: "the disk is full" }) : goOn(),
  );
  await sendDue();
  expect(await scenario.states(id)).toMatchObject(SENT);
});

test("the worker goes on when a result cannot be recorded, and sends nothing twice", async () => {
  const { scenario, worker, sent, log } = await newWorker();
  const { id } = await scenario.lead();
  const restore = intercept(
    outboxStatements.recordDelivery,
    vi.spyOn(outboxStatements, "recordDelivery"),
    () => Promise.reject(new Error("CHECK constraint failed")),
  );
  worker.start();
  await vi.waitFor(() => expect(log.error).toHaveBeenCalledTimes(2), PATIENCE);
  expect(log.error.mock.calls[0]).toEqual([
    { delivery: expect.any(String), kind: "confirmation", result: "sent", err: expect.any(Error) },
    "the result of a delivery could not be recorded",
  ]);
  expect(worker.failures).toEqual({ mail: 2, webhook: 0 });
  const { metrics } = measureProcess(scenario.folder, scenario.store);
  expect(await metrics(worker)).toContain('nightshift_worker_failures_total{channel="mail"} 2\n');
  // Their leases expire, and new deliveries are sent anyway.
  scenario.time += LEASE_MS;
  await scenario.lead({ email: "b@sample.co" });
  worker.wake();
  await vi.waitFor(() => expect(log.error).toHaveBeenCalledTimes(4), PATIENCE);
  expect(sent).toHaveLength(4);
  restore();
  scenario.time += LEASE_MS;
  await vi.waitFor(async () => expect(await scenario.states(id)).toMatchObject(SENT), PATIENCE);
  expect(sent).toHaveLength(4);
});

const refusals = {
  "are refused": () => Promise.resolve({ kind: "unavailable" as const, reason: "the disk is full" }),
  fail: () => Promise.reject(new Error("a trigger")),
};
test.each(Object.entries(refusals))(
  "the worker waits ever longer while claims %s, and says so once",
  async (_what, refuse) => {
    const { scenario, worker, sent, log } = await newWorker();
    let claims = 0;
    const restore = intercept(
      outboxStatements.claimDeliveries,
      vi.spyOn(outboxStatements, "claimDeliveries"),
      async (goOn, { channel }) => {
        if (channel !== "mail") return goOn();
        claims += 1;
        return refuse();
      },
    );
    worker.start();
    await vi.waitFor(() => expect(claims).toBe(1), PATIENCE);
    for (let number = 0; number < 5; number++) {
      await scenario.lead({ email: `${number}@sample.co` });
      worker.wake();
      await new Promise((resolve) => setTimeout(resolve, SECOND_MS / 2));
    }
    expect(claims).toBeLessThanOrEqual(8);
    await vi.waitFor(() => expect(worker.failures.mail).toBeGreaterThanOrEqual(2), { timeout: 5_000 });
    expect(log.error.mock.calls).toEqual([
      [expect.objectContaining({ channel: "mail" }), "the worker failed"],
    ]);
    restore();
    await vi.waitFor(() => expect(sent).toHaveLength(10), PATIENCE);
    const again = [{ channel: "mail", failures: worker.failures.mail }, "the worker works again"];
    await vi.waitFor(() => expect(log.warn.mock.calls).toEqual([again]));
  },
);

/** A worker that is sending two mails, which end when the test opens the gate. */
async function startSending() {
  const { promise, open } = gate();
  const started = await newWorker(() => promise);
  const { id } = await started.scenario.lead();
  started.worker.start();
  await vi.waitFor(() => expect(started.sent).toHaveLength(2), PATIENCE);
  return { ...started, open, id };
}

test("the worker can be stopped while the store refuses everything", async () => {
  const { worker } = await startSending();
  const fails = () => Promise.reject(new Error("the store failed"));
  for (const name of ["recordDelivery", "claimDeliveries"] as const)
    vi.spyOn(outboxStatements, name).mockImplementation(fails);
  onTestFinished(() => void vi.restoreAllMocks());
  await worker.stop(1);
});

test("the worker records at its stop what it could not record before, so that nothing is sent twice", async () => {
  const { scenario, worker, open, id } = await startSending();
  const away = intercept(outboxStatements.recordDelivery, vi.spyOn(outboxStatements, "recordDelivery"), () =>
    Promise.resolve({ kind: "unavailable", reason: "away" }),
  );
  open();
  await vi.waitFor(() => expect(worker.failures.mail).toBe(2), PATIENCE);
  away();
  await worker.stop(10_000);
  expect(await scenario.states(id)).toMatchObject(SENT);
});

test("the worker finishes what it is sending before it stops, and claims nothing more", async () => {
  const { scenario, worker, sent, open, id } = await startSending();
  const stopped = worker.stop(10_000);
  await scenario.lead({ email: "b@sample.co" });
  worker.wake();
  open();
  await stopped;
  expect(sent).toHaveLength(2);
  expect(await scenario.states(id)).toMatchObject(SENT);
});

test("the worker gives back what it claims while it is told to stop, so that others send it at once", async () => {
  const { scenario, worker, sent } = await newWorker();
  await scenario.lead();
  const stopped = Promise.withResolvers<void>();
  const restore = intercept(
    outboxStatements.claimDeliveries,
    vi.spyOn(outboxStatements, "claimDeliveries"),
    async (goOn, { channel }) => {
      const claim = await goOn();
      if (channel === "mail") stopped.resolve(worker.stop(10_000));
      return claim;
    },
  );
  worker.start();
  await stopped.promise;
  restore();
  expect(sent).toEqual([]);
  expect((await scenario.claim()).map(({ attempts }) => attempts)).toEqual([1, 1]);
});

test("the worker records a delivery that it claims again while it sends it, as after a jump of the clock", async () => {
  const { scenario, worker, sent, open, id } = await startSending();
  scenario.time += LEASE_MS;
  worker.wake();
  await vi.waitFor(() => expect(sent).toHaveLength(4), PATIENCE);
  open();
  await vi.waitFor(async () => expect(await scenario.states(id)).toMatchObject(SENT), PATIENCE);
});

test("the worker leaves deliveries that do not end in time to other workers", async () => {
  const { scenario, worker, open, id } = await startSending();
  await worker.stop(1);
  const { deliveries } = await scenario.detail(id);
  expect(deliveries[0]).toMatchObject({
    state: "due",
    attempts: 1,
    lastError: "The program stopped before the receiver answered.",
  });
  // It ends later: nobody is notified, and nothing is recorded twice.
  open();
  scenario.time += 30_000;
  expect((await scenario.claim()).map(({ attempts }) => attempts)).toEqual([2, 2]);
});
