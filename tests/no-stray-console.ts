/** A test that writes to the console fails, whatever it asserted. */
import { afterEach, beforeEach, expect, vi } from "vitest";

const METHODS = ["error", "warn"] as const;

beforeEach(() => {
  for (const method of METHODS) vi.spyOn(console, method);
});

afterEach(() => {
  for (const method of METHODS) {
    const { calls } = vi.mocked(console[method]).mock;
    vi.mocked(console[method]).mockRestore();
    expect(calls, `stray console.${method}`).toEqual([]);
  }
});
