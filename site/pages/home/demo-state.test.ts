import { expect, test } from "vitest";
import { lineTimes, next, type DemoState } from "./demo-state.ts";

test("the first line comes soon, the last stays for a while, and a longer line stays longer", () => {
  const times = lineTimes([20, 120, 20, 40], 30);
  expect(times[0]).toBe(0.5);
  expect(times.at(-1)).toBeCloseTo(28);
  const [first = 0, second = 0, third = 0, fourth = 0] = times;
  expect(third - second).toBeGreaterThan(2 * (second - first));
  expect(fourth - third).toBeCloseTo(second - first);
});

test("one line alone comes as soon as the first of several", () => {
  expect(lineTimes([50], 30)).toEqual([0.5]);
});

test("a conversation is not played if the trade changed or the demo closed while it loaded", () => {
  const sent: DemoState = { mode: "transcript", playedMs: 0, seconds: 30, label: ["Plumbing"], lines: [] };
  const chosen = next(sent, { type: "choose", trade: "/roofing" });
  const said = { label: ["Roofing"], lines: [] };
  const loaded = { type: "loaded", trade: "/roofing", said, isStill: false } as const;
  expect(next(chosen, loaded)).toMatchObject({ mode: "playing", label: ["Roofing"] });
  expect(next(next(chosen, { type: "choose", trade: "/hvac" }), loaded)).toMatchObject({ mode: "paused" });
  expect(next(sent, loaded)).toBe(sent);
});
