/** `npm run rehearsal`: a thousand visitors while everything is killed, filled and cut, then one table. In real time. */
import { cpus } from "node:os";
import { expect, test } from "vitest";
import { rehearse } from "../rehearsal/rehearse.ts";

test("a thousand visitors lose nothing and get nothing twice", async () => {
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  const { report, rows } = await rehearse({
    visitors: 1_000,
    browsers: 80,
    rounds: 3,
    often: 8,
    awayMs: 10_000,
    everyMs: 100,
    patienceMs: 2_000,
    hurry: false,
    say,
  });
  say(
    `\n${report}\n\n${cpus().length} x ${cpus()[0]?.model ?? "unknown processor"}, Node ${process.version}\n`,
  );
  expect(rows["all"]).toMatchObject({ sent: 1_000, "events received": 1_000, lost: 0, twice: 0 });
}, 1_800_000);
