import { expect, test } from "vitest";
import { createWakeUp } from "./channel-loop.ts";

const LONG = 60_000;

test("a call ends every wait that is under way", async () => {
  const wakeUp = createWakeUp();
  const waits = [wakeUp.wait(LONG), wakeUp.wait(LONG)];
  wakeUp.wake();
  await Promise.all(waits);
});

test("a call while nobody waits ends the next wait, and only that", async () => {
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

test("a wait ends by itself", async () => {
  await createWakeUp().wait(1);
});

test("a wait ends with what is under way, and leaves nobody behind who takes the next call", async () => {
  const wakeUp = createWakeUp();
  await wakeUp.wait(LONG, [new Promise(() => {}), Promise.resolve()]);
  wakeUp.wake();
  await wakeUp.wait(LONG);
});
