import { expect, test } from "vitest";
import { createWakeUp } from "./channel-loop.ts";

const LONG = 60_000;

test("a call while nobody waits ends the next wait, and only that one", async () => {
  const wakeUp = createWakeUp();
  wakeUp.wake();
  wakeUp.wake();
  await wakeUp.wait(LONG);
  let over = false;
  const second = wakeUp.wait(LONG).then(() => (over = true));
  await Promise.resolve();
  expect(over).toBe(false);
  wakeUp.wake();
  await second;
});

test("a wait ends with its task, and leaves no waiter behind to take the next call", async () => {
  const wakeUp = createWakeUp();
  await wakeUp.wait(LONG, [new Promise(() => {}), Promise.resolve()]);
  wakeUp.wake();
  await wakeUp.wait(LONG);
});
