import { expect, test } from "vitest";
import { NOTHING_TYPED, nextTyping, type Typing } from "./typing.ts";

const phrases = ["Hello", "Go"];

/** Each text with the time at which it is shown, in milliseconds. */
function play(until: number): string[] {
  const seen = [];
  let now: Typing = NOTHING_TYPED;
  for (let at = 0; at <= until;) {
    const { [now.phrase]: phrase = "" } = phrases;
    seen.push(`${at} ${phrase.slice(0, now.letters)}`);
    const [after, next] = nextTyping(now, phrase.length, phrases.length);
    now = next;
    at += after;
  }
  return [...new Set(seen)];
}

test("a letter is typed in 100 ms and deleted in 50 ms, and a phrase is held for 2,000 ms", async () => {
  const seen = play(5_300).join("\n");
  await expect(seen).toMatchFileSnapshot("typing.said.txt");
});
