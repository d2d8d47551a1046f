import { expect, test } from "vitest";
import { createProgress } from "./table.ts";

function watch(isTTY: boolean) {
  const written: string[] = [];
  let time = 0;
  const stream = { isTTY, write: (text: string | Uint8Array) => written.push(String(text)) > 0 };
  return { written, stream, now: () => (time += 60) };
}

test("a person sees the progress, ten times a second at most, and the end", () => {
  const { written, stream, now } = watch(true);
  const progress = createProgress("Moving", 2_000, stream, now);
  for (let n = 0; n < 4; n++) progress.add(500);
  progress.end();
  expect(written).toEqual([
    `\rMoving ${"█".repeat(8)}${"░".repeat(22)}  25%  500 of 2,000 rows`,
    `\rMoving ${"█".repeat(23)}${"░".repeat(7)}  75%  1,500 of 2,000 rows`,
    `\rMoving ${"█".repeat(30)} 100%  2,000 of 2,000 rows`,
    "\n",
  ]);
});

test("a log or a pipe gets nothing, and an empty task draws nothing", () => {
  for (const { total, tty } of [
    { total: 10, tty: false },
    { total: 0, tty: true },
  ]) {
    const { written, stream } = watch(tty);
    const progress = createProgress("Moving", total, stream);
    progress.add(1);
    progress.end();
    expect(written).toEqual([]);
  }
});
