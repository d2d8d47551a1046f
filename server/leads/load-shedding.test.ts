import { expect, onTestFinished, test, vi } from "vitest";
import { createLoadShedding, type SubmitResult } from "./submit-lead.ts";

const STORED: SubmitResult = { kind: "stored", rows: [], repeated: false };

test("while leads wait for long, fewer are accepted at once, but for the first ones after a start", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const waiting: { store: () => void; answer: Promise<unknown> }[] = [];
  let store = () => {};
  const { submitLeads, isFull } = createLoadShedding(
    () => new Promise((resolve) => (store = () => resolve(STORED))),
  );
  const send = (leads: number) => {
    for (let lead = 0; lead < leads; lead++) {
      const answer = submitLeads([], { kind: "never" }, { source: "wire", formTiming: {} });
      waiting.push({ store, answer });
    }
  };
  const storeUntil = async (left: number) => {
    for (const oldest of waiting.splice(0, waiting.length - left)) {
      oldest.store();
      await oldest.answer;
    }
  };
  send(100);
  vi.advanceTimersByTime(300);
  await storeUntil(99);
  expect(isFull()).toBe(false);
  await storeUntil(0);
  vi.advanceTimersByTime(11_000);
  send(100);
  vi.advanceTimersByTime(100);
  await storeUntil(99);
  expect(isFull()).toBe(false);
  vi.advanceTimersByTime(200);
  await storeUntil(98);
  expect(isFull()).toBe(true);
  await storeUntil(31);
  expect(isFull()).toBe(false);
  send(40);
  expect(isFull()).toBe(true);
  await storeUntil(39);
  expect(isFull()).toBe(false);
});
