import { expect, onTestFinished, test, vi } from "vitest";
import { createProbe } from "./probe.ts";

test("a silent store gets one trial, and whoever asks hears of it in time, with the last fault", async () => {
  const clock = vi.spyOn(performance, "now").mockReturnValue(0);
  onTestFinished(() => clock.mockRestore());
  const { promise, resolve } = Promise.withResolvers<{ kind: "unavailable"; reason: string }>();
  const write = vi.fn(() => promise);
  const probe = createProbe(write, () => {}, 1);
  expect(await probe.fault()).toBe("the store does not answer");
  clock.mockReturnValue(60_000);
  expect(await probe.fault()).toBe("the store does not answer");
  expect(write).toHaveBeenCalledOnce();
  resolve({ kind: "unavailable", reason: "locked" });
  expect(await probe.fault()).toBe("locked");
  write.mockReturnValue(new Promise(() => {}));
  expect(await probe.fault()).toBe("locked");
});
