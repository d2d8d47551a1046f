import { expect, onTestFinished, test, vi } from "vitest";
import { openAdapter } from "./adapter.ts";

test("a connection that is lost is closed before another is made, and one that opens after the store was closed is closed", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const events: string[] = [];
  const opening: ((lost: Promise<string>) => void)[] = [];
  const connect = () =>
    new Promise<Awaited<ReturnType<Parameters<typeof openAdapter>[0]>>>((resolve) => {
      events.push("open");
      opening.push((lost) => {
        const close = async () => void events.push("close");
        resolve({ run: () => new Promise<never>(() => {}), lost, close });
      });
    });
  const made = openAdapter(connect, { log: () => {} });
  opening[0]?.(Promise.resolve("The file is gone."));
  const store = await made;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(events).toEqual(["open", "close", "open"]);
  await store.close();
  opening[1]?.(new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(events).toEqual(["open", "close", "open", "close"]);
});
