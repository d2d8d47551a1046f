import { expect, test, vi } from "vitest";
import { outgoing } from "../../tests/support/outgoing.ts";
import type { Outbox } from "./outbox.ts";
import { Worker } from "./worker.ts";
import { StoreUnavailable } from "../store/unavailable.ts";

type Claim = Awaited<ReturnType<Outbox["claim"]>>;

const claimed = (count: number): Claim => ({
  deliveries: Array.from({ length: count }, (_, at) => ({
    ...outgoing({ id: `delivery-${at}` }),
    leaseId: "",
    attempts: 1,
    dueSince: "",
  })),
  unread: [],
  notSent: 0,
});

/** Starts a worker whose channel `mail` gets these claims, and stops it at the last claim. */
async function claiming(claims: (() => Claim)[]) {
  const log = { warn: vi.fn(), error: vi.fn() };
  const delivered: string[] = [];
  const limits: number[] = [];
  const waits: number[] = [];
  const stopped = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const worker = new Worker({
    outbox: {
      async claim(channel, limit) {
        if (channel === "webhook") return claimed(0);
        limits.push(limit);
        const next = claims.shift();
        if (claims.length === 0) {
          stopped.resolve(worker.stop(10_000));
          released.resolve();
        }
        return next?.() ?? claimed(0);
      },
      keep: async () => [],
      recordResult: async () => "recorded",
    },
    async send({ id }) {
      delivered.push(id);
      await released.promise;
      return { kind: "sent" };
    },
    log,
    pause: async (ms) => void waits.push(ms),
  });
  worker.start();
  await stopped.promise;
  return { log, delivered, limits, waits };
}

function refuse(): never {
  throw new StoreUnavailable("the disk is full");
}

test("a channel claims each second while claims fail, and logs the failure once", async () => {
  const { log, waits } = await claiming([
    ...Array(7).fill(refuse),
    () => claimed(0),
    () => claimed(0),
  ]);
  expect(waits).toEqual(Array(9).fill(1_000));
  const failed = expect.objectContaining({ channel: "mail" });
  expect(log.error.mock.calls).toEqual([[failed, "the worker failed"]]);
  expect(log.warn.mock.calls).toEqual([
    [{ channel: "mail" }, "the worker works again"],
  ]);
});

test("a channel sends four mails at once, and a mail that hangs delays no other", async () => {
  const { limits, delivered } = await claiming([
    () => claimed(1),
    () => claimed(2),
    () => claimed(1),
  ]);
  expect(limits).toEqual([4, 3, 1]);
  expect(delivered).toHaveLength(4);
});
