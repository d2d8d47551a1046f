import { expect, test, vi } from "vitest";
import { outgoing } from "../../tests/support/outgoing.ts";
import { createChannelLoop, type Pause } from "./channel-loop.ts";
import type { Outbox } from "./outbox.ts";
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

/** A loop of the channel `mail` that is told to stop at the last of these claims, and its acts. */
function loopOver(claims: ((loop: { wake: () => void }) => Claim)[], pause?: Pause) {
  const stopping = new AbortController();
  const log = { warn: vi.fn(), error: vi.fn() };
  const delivered: string[] = [];
  const limits: number[] = [];
  const waits: number[] = [];
  const loop = createChannelLoop("mail", {
    outbox: {
      async claim(_channel, limit) {
        limits.push(limit);
        const next = claims.shift();
        if (claims.length === 0) stopping.abort();
        return next?.(loop) ?? claimed(0);
      },
    },
    async deliver({ id }) {
      delivered.push(id);
      if (!stopping.signal.aborted)
        await new Promise((end) => stopping.signal.addEventListener("abort", end));
    },
    log,
    polledAt: { mail: 0, webhook: 0 },
    stopping: stopping.signal,
    pause: pause ?? (async (ms) => void waits.push(ms)),
  });
  return { loop, log, delivered, limits, waits };
}

function refuse(): never {
  throw new StoreUnavailable("the disk is full");
}

test("a channel claims each second while claims fail, and says so once", async () => {
  const { loop, log, waits } = loopOver([...Array(7).fill(refuse), () => claimed(0), () => claimed(0)]);
  await loop.run();
  expect(waits).toEqual(Array(9).fill(1_000));
  const failed = expect.objectContaining({ channel: "mail" });
  expect(log.error.mock.calls).toEqual([[failed, "the worker failed"]]);
  expect(log.warn.mock.calls).toEqual([[{ channel: "mail" }, "the worker works again"]]);
});

test("a lead that comes while a channel looks is claimed at once", async () => {
  const woken = ({ wake }: { wake: () => void }) => {
    wake();
    return claimed(0);
  };
  const { loop, limits } = loopOver([woken, woken, woken], () => new Promise(() => undefined));
  await loop.run();
  expect(limits).toHaveLength(3);
});

test("a channel sends four mails at once, and one that hangs holds up no other", async () => {
  const { loop, limits, delivered } = loopOver([() => claimed(1), () => claimed(2), () => claimed(1)]);
  await loop.run();
  expect(limits).toEqual([4, 3, 1]);
  expect(delivered).toHaveLength(4);
});
