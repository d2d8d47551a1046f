/** One rehearsal: visitors come without a break, everything fails in turn meanwhile, and then all is counted. */
import { expect } from "vitest";
import { content } from "../content.ts";
import { expectCalls } from "../fakes/callers.ts";
import { FAULTS, type Length } from "./faults.ts";
import { openStage } from "./stage.ts";
import { isKept, tableOf, tally, type Tally, type Way } from "./tally.ts";
import { sendCrowd } from "./visitors.ts";

interface Script extends Length {
  /** How many visitors come, and how many of them through the form, every fourth of those without script. */
  visitors: number;
  browsers: number;
  /** How often everything fails in turn. */
  rounds: number;
  everyMs: number;
  patienceMs: number;
  /** Whether waits for another try are cut short in the end, by turning time forward while nobody sends. */
  hurry: boolean;
  /** Told of each step. */
  say?: (line: string) => void;
}

interface Outcome extends Tally {
  /** The table, and what happened meanwhile. */
  report: string;
}

/** Deliveries that one program has under way at most, and may send twice when it is killed or its connection is cut. */
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
  say("Everybody has sent; waiting for what is still to be told …");
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
  expect(isKept(counted), `the same number everywhere, and two zeros:\n${report}`).toBe(true);
  return { ...counted, report };
}

/** Browsers evenly among all; of the others every fifth books a call, unless another site's is the scheduling page. */
function waysOf({ visitors, browsers }: Pick<Script, "visitors" | "browsers">): Way[] {
  const every = Math.floor(visitors / browsers);
  return Array.from({ length: visitors }, (_, number) => {
    const window = number / every;
    if (!Number.isInteger(window) || window >= browsers)
      return number % 5 === 3 && content.site.schedulingUrl === "" ? "scheduling page" : "REST API";
    return window % 4 === 1 ? "browser without script" : "browser";
  });
}
