import { expect, test } from "vitest";
import { lineTimes } from "./play-demo.ts";

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
