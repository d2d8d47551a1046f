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

test("an error of the disk is a sentence that names the file", () => {
  const missing = thrownBy(() => readFileSync("/nowhere/at/all"));
  expect(diskSentence(missing)).toBe("/nowhere/at/all cannot be used: it does not exist.");
});

test("an error that names no file names the folder", () => {
  const full = Object.assign(new Error("write"), { code: "ENOSPC", syscall: "write" });
  expect(diskSentence(full, "/srv/data")).toBe("/srv/data cannot be used: the disk is full.");
});

test("another error is none of the disk's", () => {
  const taken = Object.assign(new Error("listen"), { code: "EADDRINUSE", syscall: "listen" });
  expect([taken, new Error("x"), "x"].map((error) => diskSentence(error))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
