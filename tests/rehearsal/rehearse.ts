/** One rehearsal: visitors keep coming while everything fails in turn, and then the results are counted. */
import { expect } from "vitest";
import { content } from "../content.ts";
import { expectCalls } from "../fakes/callers.ts";
import { FAULTS, type Length } from "./faults.ts";
import { openStage } from "./stage.ts";
import { isKept, tableOf, tally, type Tally, type Way } from "./tally.ts";
import { sendCrowd } from "./visitors.ts";

interface Script extends Length {
  /** Number of visitors, and of those with a browser, every fourth of them without script. */
  visitors: number;
  browsers: number;
  rounds: number;
  everyMs: number;
  patienceMs: number;
  /** Whether waits for retries are cut short at the end, by turning time forward while nobody sends. */
  hurry: boolean;
  /** Receives each step. */
  say?: (line: string) => void;
}

interface Outcome extends Tally {
  /** The table, and a log of the faults. */
  report: string;
}

/** A program's deliveries in progress, which it may repeat after it is killed or its connection is cut. */
const AT_ONCE = 12;

export async function rehearse(script: Script): Promise<Outcome> {
  const { rounds, hurry, say = () => {} } = script;
  const start = performance.now();
  const stage = await openStage();
  const ways = waysOf(script);
  const crowd = await sendCrowd(ways, stage.lines.visitors.port, script);
  const faults = Array.from({ length: rounds }, () => Object.entries(FAULTS)).flat();
  const failing = (async () => {
    for (const [index, [name, fault]] of faults.entries()) {
      await crowd.admit((index + 0.5) / faults.length);
      const [before, began] = [crowd.failed(), performance.now()];
      await Promise.all([crowd.admit((index + 1) / faults.length), fault(stage, crowd, script)]);
      const seconds = ((performance.now() - began) / 1_000).toFixed(1);
      say(
        `${index + 1} of ${faults.length}: ${name}: ${seconds} s, ${crowd.failed() - before} attempts failed`,
      );
    }
  })();
  await Promise.all([failing, crowd.done]);
  say("All forms are sent; waiting for the remaining deliveries …");
  await stage.settle(hurry);

  await expectCalls(stage.rows, crowd.calls);
  const counted = tally(crowd.visitors, await stage.arrivals(crowd));
  const again = Object.values(counted.again).reduce((sum, times) => sum + times, 0);
  expect(again, "arrived again").toBeLessThanOrEqual(AT_ONCE * faults.length);
  expect(stage.said(), "no visitor in a log").not.toMatch(/@rehearsal|Rehearsal \d|Missed calls/);
  const { "confirmed by mail": confirmations, notified, "events received": events } = counted.again;
  const report = [
    tableOf(counted),
    `${faults.length} faults in ${Math.round((performance.now() - start) / 1_000)} s; visitors tried ${crowd.failed()} times in vain, and again.`,
    `${crowd.calls.size} calls were booked, moved and cancelled; no two overlap.`,
    `Arrived once more under the id of the first, for a receiver that keeps ids to drop: ${confirmations} confirmations, ${notified} notifications, ${events} events.`,
  ].join("\n\n");
  const strangers = counted.strangers.map(({ email }) => email);
  expect(strangers, "arrived for nobody").toEqual([]);
  expect(isKept(counted), `the same number everywhere, and two zeros:\n${report}`).toBe(true);
  return { ...counted, report };
}

/** Browsers evenly among all visitors; every fifth other visitor books a call, unless another site schedules calls. */
function waysOf({ visitors, browsers }: Pick<Script, "visitors" | "browsers">): Way[] {
  const every = Math.floor(visitors / browsers);
  return Array.from({ length: visitors }, (_, number) => {
    const window = number / every;
    if (!Number.isInteger(window) || window >= browsers)
      return number % 5 === 3 && content.site.schedulingUrl === "" ? "scheduling page" : "REST API";
    return window % 4 === 1 ? "browser without script" : "browser";
  });
}
