import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { createLogOutput } from "./log.ts";

test("while nobody reads, lines beyond a megabyte are dropped; then the log resumes and counts them", () => {
  const held: (() => void)[] = [];
  const lines: string[] = [];
  const stalled = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      held.push(done);
    },
  });
  const log = createLogOutput(stalled);
  const line = `${"x".repeat(1023)}\n`;
  for (let n = 0; n < 10_000; n++) log.write(line);
  expect(stalled.writableLength).toBeLessThan(1_100_000);
  while (stalled.writableLength > 0) held.shift()?.();
  const before = lines.length;
  log.write("after\n");
  held.shift()?.();
  expect(JSON.parse(lines[before] ?? "")).toMatchObject({ level: 40, dropped: 10_000 - before });
  expect(lines.at(-1)).toBe("after\n");
});
