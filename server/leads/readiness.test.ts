import { expect, test, vi } from "vitest";
import type { Database } from "../store/database.ts";
import { StoreUnavailable } from "../store/unavailable.ts";
import { createReadiness } from "./readiness.ts";

test("a silent store is tried once, and each check of readiness is answered in time", async () => {
  const { promise, reject } = Promise.withResolvers<never>();
  const write = vi.fn(() => promise);
  const silent: Database = {
    read: write,
    write,
    forgetDeleted: () => {},
    close: async () => {},
  };
  const probe = createReadiness(silent, () => {}, 1);
  expect(await probe()).toBe("the store does not answer");
  expect(await probe()).toBe("the store does not answer");
  expect(write).toHaveBeenCalledOnce();
  reject(new StoreUnavailable("locked"));
  expect(await probe()).toBe("locked");
});
