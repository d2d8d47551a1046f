/**
 * Fails each test that prints an error or a warning, and
 * puts back the clock and the variables that it replaced.
 */

import { afterEach, beforeEach, expect, vi } from "vitest";

const METHODS = ["error", "warn"] as const;

beforeEach(() => {
  for (const method of METHODS) vi.spyOn(console, method);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  for (const method of METHODS) {
    const { calls } = vi.mocked(console[method]).mock;
    vi.mocked(console[method]).mockRestore();
    expect(calls, `stray console.${method}`).toEqual([]);
  }
});
