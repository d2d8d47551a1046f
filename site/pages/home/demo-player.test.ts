import { expect, test } from "vitest";
import { demo } from "../../content/demo.ts";
import { linesOut, started, tick as step, transcript, type Player } from "./demo-player.ts";

const end = demo.seconds;
const tick = (player: Player, seconds: number) => step(player, seconds, end);

test("shows every line as a transcript until it is played", () => {
  expect(linesOut(transcript, demo.lines)).toEqual(demo.lines);
  expect(linesOut(started, demo.lines)).toEqual([]);
});

test("brings out each line at its moment and ends with all of them, stopped", () => {
  expect(linesOut(tick(started, 3), demo.lines).map((line) => line.at)).toEqual([0.5, 3]);
  const ended = tick(started, end + 5);
  expect(ended).toEqual({ mode: "paused", elapsed: end });
  expect(linesOut(ended, demo.lines)).toHaveLength(demo.lines.length);
});

test("stands still while paused and goes on from there", () => {
  const paused: Player = { ...tick(started, 4), mode: "paused" };
  expect(tick(paused, 10).elapsed).toBe(4);
  expect(tick({ ...paused, mode: "playing" }, 1)).toEqual({ mode: "playing", elapsed: 5 });
});

test("plays in half a minute, its lines in order, with what becomes of the call", () => {
  const times = demo.lines.map((line) => line.at);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(Math.max(...times)).toBeLessThanOrEqual(30);
  // The lead, the appointment and the follow-up.
  expect(demo.lines.filter(({ kind }) => kind === "event").length).toBeGreaterThanOrEqual(3);
});
