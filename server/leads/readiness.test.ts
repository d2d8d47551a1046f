import { expect, onTestFinished, test, vi } from "vitest";
import { unavailable, type Database } from "../store/database.ts";
import type { Unavailable } from "../store/store.ts";
import { createReadiness } from "./readiness.ts";

test("a silent store gets one trial, and whoever asks hears of it in time, with the last fault", async () => {
  const clock = vi.spyOn(performance, "now").mockReturnValue(0);
  onTestFinished(() => clock.mockRestore());
  const { promise, resolve } = Promise.withResolvers<Unavailable>();
  const write = vi.fn(() => promise);
  const silent: Database = { read: write, write, forgetDeleted: () => {}, close: async () => {} };
  const probe = createReadiness(silent, () => {}, 1);
  expect(await probe.fault()).toBe("the store does not answer");
  clock.mockReturnValue(60_000);
  expect(await probe.fault()).toBe("the store does not answer");
  expect(write).toHaveBeenCalledOnce();
  resolve(unavailable("locked"));
  expect(await probe.fault()).toBe("locked");
  write.mockReturnValue(new Promise(() => {}));
  expect(await probe.fault()).toBe("locked");
});
