import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { diskSentence } from "./data-dir.ts";

function thrownBy(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

test("a disk error becomes a sentence that names the file", () => {
  const missing = thrownBy(() => readFileSync("/nowhere/at/all"));
  expect(diskSentence(missing)).toBe("/nowhere/at/all cannot be used: it does not exist.");
});

test("a disk error without a file names the folder", () => {
  const full = Object.assign(new Error("write"), { code: "ENOSPC", syscall: "write" });
  expect(diskSentence(full, "/srv/data")).toBe("/srv/data cannot be used: the disk is full.");
});

test("any other error is not a disk error", () => {
  const taken = Object.assign(new Error("listen"), { code: "EADDRINUSE", syscall: "listen" });
  expect([taken, new Error("x"), "x"].map((error) => diskSentence(error))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
