import { readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { temporaryFolder } from "../../tests/support/server.ts";
import { readOnChange } from "./read-on-change.ts";

function counted() {
  const path = join(temporaryFolder(), "home.yaml");
  const read = vi.fn((file: string) => readFileSync(file, "utf8"));
  const later = (ms: number) =>
    vi.useFakeTimers({ now: Date.now() + ms, toFake: ["Date"] });
  return { path, read, text: readOnChange(read), later };
}

test("a file that has not changed is read once, and a changed one again", () => {
  const { path, read, text, later } = counted();
  writeFileSync(path, "one");
  later(5_000);
  expect([text(path), text(path)]).toEqual(["one", "one"]);
  expect(read).toHaveBeenCalledOnce();
  writeFileSync(path, "two");
  expect(text(path)).toBe("two");
});

test("a file that was written just now is read again, since its time may not tell a change", () => {
  const { path, read, text, later } = counted();
  writeFileSync(path, "one");
  // A copy may have the time of what was copied.
  utimesSync(path, 0, 0);
  text(path);
  text(path);
  expect(read).toHaveBeenCalledTimes(2);
  later(5_000);
  text(path);
  rmSync(path);
  expect(() => text(path)).toThrow("ENOENT");
});
