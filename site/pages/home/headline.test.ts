import { expect, test } from "vitest";
import { NOTHING_TYPED, nextTyping, wholePhrase, type Typing } from "./headline.tsx";

const phrases = ["Hello", "Go"];

/** Every state with the time at which it begins, in milliseconds. */
function play(from: Typing, until: number): { at: number; text: string; step: string }[] {
  const seen = [];
  let [now, at] = [from, 0];
  while (at <= until) {
    seen.push({ at, text: phrases[now.phrase]?.slice(0, now.shown) ?? "", step: now.step });
    const { after, next } = nextTyping(now, phrases);
    now = next;
    at += after;
  }
  return seen;
}

test("types the first phrase, too, and holds it for 2000 ms", () => {
  const states = play(NOTHING_TYPED, 2500);
  expect(states.slice(0, 2)).toEqual([
    { at: 0, text: "", step: "type" },
    { at: 100, text: "H", step: "type" },
  ]);
  expect(states.slice(5)).toEqual([
    { at: 500, text: "Hello", step: "wait" },
    { at: 2500, text: "Hello", step: "delete" },
  ]);
});

test("deletes a character every 50 ms", () => {
  const texts = play(wholePhrase(phrases, 0), 2250).filter((state) => state.step === "delete");
  expect(texts.map(({ at, text }) => [at, text])).toEqual([
    [2000, "Hello"],
    [2050, "Hell"],
    [2100, "Hel"],
    [2150, "He"],
    [2200, "H"],
    [2250, ""],
  ]);
});

test("types the next phrase, a character every 100 ms, and holds it; the first follows the last", () => {
  const texts = play({ phrase: 0, shown: 0, step: "delete" }, 2200).slice(1);
  expect(texts).toEqual([
    { at: 0, text: "", step: "type" },
    { at: 100, text: "G", step: "type" },
    { at: 200, text: "Go", step: "wait" },
    { at: 2200, text: "Go", step: "delete" },
  ]);
  const { next } = nextTyping({ phrase: 1, shown: 0, step: "delete" }, phrases);
  expect(next).toEqual({ phrase: 0, shown: 0, step: "type" });
});
