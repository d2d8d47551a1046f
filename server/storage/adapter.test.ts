import { expect, onTestFinished, test, vi } from "vitest";
import { openAdapter, type ConnectionEvents } from "./adapter.ts";

test("a store that loses a connection while it opens another makes none twice", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const asked: { mode: string; events: ConnectionEvents; open: () => void }[] = [];
  const connection = { run: () => new Promise<never>(() => {}), close: vi.fn(async () => {}) };
  const opening = openAdapter(
    (mode, events) => new Promise((resolve) => asked.push({ mode, events, open: () => resolve(connection) })),
    { log: () => {} },
  );
  const later = () => vi.advanceTimersByTimeAsync(10_000);
  asked[0]?.open();
  await later();
  asked[0]?.events.onLost("The writer was lost.");
  await later();
  for (const number of [2, 1, 2]) {
    asked[number]?.open();
    await later();
  }
  expect(asked.map(({ mode }) => mode)).toEqual(["write", "read", "write"]);
  await (await opening).close();
  expect(connection.close).toHaveBeenCalledTimes(2);
});
