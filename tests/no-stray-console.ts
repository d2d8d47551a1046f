/** Fails each test that prints an error or a warning. */
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
