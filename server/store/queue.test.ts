/** Turns of a queue. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createQueue } from "./queue.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Takes 100 ms of its turn. @returns the order in which senders had turns, and who had none */
function work(limits: Partial<Parameters<typeof createQueue>[0]> = {}) {
  const queue = createQueue({ width: 1, patience: 5_000, most: 100, ...limits });
  const done: string[] = [];
  const refused: string[] = [];
  return {
    done,
    refused,
    send: async (sender: string) => {
      using turn = await queue.turn(sender);
      if (!turn) return void refused.push(sender);
      await new Promise<void>((resolve) => void setTimeout(resolve, 100));
      done.push(sender);
      return undefined;
    },
  };
}

test("senders take turns, however much one of them sends, and each sender's work stays in its order", async () => {
  const { send, done } = work();
  const all = ["a1", "a2", "a3", "a4", "b1", "c1", "b2"].map((name) => send(name[0] ?? ""));
  await vi.runAllTimersAsync();
  await Promise.all(all);
  expect(done.join(" ")).toBe("a a b c a b a");
});

test("as many as the width work at once, and a place is never lost", async () => {
  const { send, done } = work({ width: 3 });
  for (let round = 0; round < 3; round++) {
    const all = Array.from({ length: 9 }, (_, n) => send(`${n}`));
    await vi.advanceTimersByTimeAsync(250);
    expect(done).toHaveLength(9 * round + 6);
    await vi.runAllTimersAsync();
    await Promise.all(all);
  }
});

test("who waits too long or would be too many gets no turn, and others are not delayed", async () => {
  const { send, done, refused } = work({ patience: 250, most: 4, mostOfSender: 2 });
  const all = ["a", "a", "a", "a", "b", "c", "d"].map(send);
  await vi.advanceTimersByTimeAsync(0);
  expect(refused, "the fourth of one sender, and the fifth that waits").toEqual(["a", "d"]);
  await vi.runAllTimersAsync();
  await Promise.all(all);
  expect(done).toEqual(["a", "a", "b"]);
  expect(refused).toEqual(["a", "d", "a", "c"]);
});
