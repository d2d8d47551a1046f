/** The whole promise (docs/rehearsal.md): visitors keep coming while everything fails in turn, and then the results are counted. */
import { Console } from "node:console";
import { expect, test } from "vitest";
import { content } from "../content.ts";
import { expectCalls } from "../fakes/callers.ts";
import { describePostgresServer } from "../fakes/postgres.ts";
import { FAULTS } from "./rehearsal-faults.ts";
import { openStage } from "./rehearsal-stage.ts";
import { isKept, tally, type Way } from "./rehearsal-tally.ts";
import { sendCrowd } from "./rehearsal-visitors.ts";
import { often } from "./scene.ts";

const VISITORS = often(1_000, 40);
/** Those with a browser, every fourth of them without script. */
const BROWSERS = often(80, 3);
const ROUNDS = often(3, 1);
/** A fault ends after this many effects, and an outage lasts at least this long. */
const LENGTH = { effects: often(8, 1), awayMs: often(10_000, 0) };
/** A visitor's average wait before trying again. */
const PATIENCE_MS = often(2_000, 300);
/** A program's deliveries in progress, which it may repeat after it is killed or its connection is cut. */
const AT_ONCE = 12;

const say = (line: string) => void process.stdout.write(`${line}\n`);

describePostgresServer("with everything that can fail failing in turn", () => {
  test(
    "each visitor has one stored lead, one confirmation, one notification and one event",
    async ({ task }) => {
      const begin = performance.now();
      const stage = await openStage();
      const crowd = await sendCrowd(waysOf(), stage.lines.visitors.port, PATIENCE_MS);
      const faults = Array.from({ length: ROUNDS }, () => Object.entries(FAULTS)).flat();
      const failing = (async () => {
        for (const [index, [name, fault]] of faults.entries()) {
          await crowd.admit((index + 0.5) / faults.length);
          const [before, began] = [crowd.failed(), performance.now()];
          await Promise.all([crowd.admit((index + 1) / faults.length), fault(stage, crowd, LENGTH)]);
          const seconds = ((performance.now() - began) / 1_000).toFixed(1);
          say(
            `${index + 1} of ${faults.length}: ${name}: ${seconds} s, ${crowd.failed() - before} attempts failed`,
          );
        }
      })();
      await Promise.all([failing, crowd.done]);
      say("All forms are sent; waiting for the remaining deliveries …");
      await stage.settle();

      await expectCalls(stage.rows, crowd.calls);
      const counted = tally(crowd.visitors, await stage.arrivals(crowd));
      const again = Object.values(counted.again).reduce((sum, times) => sum + times, 0);
      expect(again, "arrived again").toBeLessThanOrEqual(AT_ONCE * faults.length);
      expect(stage.said(), "no visitor in a log").not.toMatch(/@rehearsal|Rehearsal \d|Missed calls/);
      new Console(process.stdout).table(counted.rows);
      expect(counted.strangers, "arrived for nobody").toEqual([]);
      expect(isKept(counted), "the same number everywhere, and two zeros").toBe(true);
      expect(counted.rows["all"]).toMatchObject({ sent: VISITORS, "events received": VISITORS });
      const seconds = Math.round((performance.now() - begin) / 1_000);
      const { "confirmed by mail": confirmations, notified, "events received": events } = counted.again;
      const result = [
        `${VISITORS} visitors, of whom ${BROWSERS} in a browser, each with one lead, confirmation, notification and event`,
        `${crowd.calls.size} calls booked, moved and cancelled, 0 overlapping`,
        `${crowd.failed()} attempts failed and were repeated`,
        `repeated under their id: ${confirmations} confirmations, ${notified} notifications, ${events} events`,
      ].join("; ");
      say(result);
      task.meta.torture = {
        fault: "All of these in turn",
        times: `${faults.length} in ${seconds} s`,
        result,
      };
    },
    often(1_800_000, 180_000),
  );
});

/** Browsers evenly among all visitors; every fifth other visitor books a call, unless another site schedules calls. */
function waysOf(): Way[] {
  const every = Math.floor(VISITORS / BROWSERS);
  return Array.from({ length: VISITORS }, (_, number) => {
    const window = number / every;
    if (!Number.isInteger(window) || window >= BROWSERS)
      return number % 5 === 3 && content.site.schedulingUrl === "" ? "scheduling page" : "REST API";
    return window % 4 === 1 ? "browser without script" : "browser";
  });
}
