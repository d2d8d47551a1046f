/** A text under many names is told from one that a few people send. */
import { expect, test } from "vitest";
import { LEAD } from "../../tests/fakes/leads.ts";
import { createRepeatedText } from "./suspicion.ts";

const OFFER =
  "Hello, I looked at your web site and can bring you three hundred new customers a month. Reply YES.";

function startAt(time: number) {
  const clock = { time };
  const isRepeated = createRepeatedText(() => clock.time);
  const says = (sender: number, problems = OFFER) =>
    isRepeated({ ...LEAD, email: `sender-${sender}@junk.example`, problems, additional_info: "" });
  return { clock, says };
}

test("the third sender of one text is suspected, whatever its spacing and case, and each one after", () => {
  const { says } = startAt(0);
  const again = OFFER.toUpperCase().replaceAll(" ", "\r\n");
  expect([says(1), says(2), says(3, again), says(4)]).toEqual([false, false, true, true]);
});

test("a sender who repeats a text is not suspected, nor are many senders of a short one", () => {
  const { says } = startAt(0);
  expect([says(1), says(1), says(1), says(1)]).not.toContain(true);
  expect(Array.from({ length: 20 }, (_, sender) => says(sender, "Missed calls"))).not.toContain(true);
});

test.each([1, -365])("%i days later it begins anew", (days) => {
  const { clock, says } = startAt(0);
  for (const sender of [1, 2, 3]) says(sender);
  clock.time = days * 24 * 60 * 60 * 1000;
  expect(says(4)).toBe(false);
});

test("a thousand other texts push one out: the memory is bounded", () => {
  const { says } = startAt(0);
  for (const sender of [1, 2, 3]) says(sender);
  for (let text = 0; text < 1000; text++) says(1, `${OFFER} ${text}`);
  expect(says(4)).toBe(false);
});
