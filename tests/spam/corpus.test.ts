/**
 * Measures the spam signals with messages as people and programs write them, and prints the wrong decisions. The first
 * pair was written before the rules, the second to revise them; the held-out pair says how they do with other messages.
 */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as v from "valibot";
import { createRepeatedText, suspicionOf } from "../../server/leads/suspicion.ts";
import { LEAD } from "../fakes/leads.ts";

const LeadSchema = v.object({
  name: v.string(),
  email: v.string(),
  company_name: v.string(),
  problems: v.string(),
  additional_info: v.optional(v.string(), ""),
  /** Milliseconds to fill in the form. */
  tookMs: v.exactOptional(v.number()),
});

/** @returns the leads of a file in their order, each with whether it is suspected */
function judged(file: string) {
  const lines = readFileSync(new URL(`${file}.jsonl`, import.meta.url), "utf8")
    .trim()
    .split("\n");
  const isRepeated = createRepeatedText(() => 0);
  return lines.map((line) => {
    const { tookMs, ...words } = v.parse(LeadSchema, JSON.parse(line));
    const lead = { ...LEAD, ...words };
    return { ...words, isSuspected: suspicionOf(lead, isRepeated(lead), { tookMs }).length > 0 };
  });
}

test.each([
  { pair: "", heldAtMost: 1 / 60, caughtAtLeast: 35 / 40 },
  { pair: "-second", heldAtMost: 1 / 60, caughtAtLeast: 0.8 },
  { pair: "-held-out", heldAtMost: 1 / 60, caughtAtLeast: 0.4 },
])("honest$pair and spam$pair are told apart", ({ pair, heldAtMost, caughtAtLeast }) => {
  const [honest, spam] = [judged(`honest${pair}`), judged(`spam${pair}`)];
  const held = honest.filter(({ isSuspected }) => isSuspected);
  const missed = spam.filter(({ isSuspected }) => !isSuspected);
  const short = ({ name, problems }: { name: string; problems: string }) =>
    `${name}: ${problems.slice(0, 90)}`;
  process.stdout.write(
    [
      `Spam${pair}: ${held.length} of ${honest.length} honest leads held, ${missed.length} of ${spam.length} spam missed.`,
      ...held.map((lead) => `  held    ${short(lead)}`),
      ...missed.map((lead) => `  missed  ${short(lead)}`),
      "",
    ].join("\n"),
  );
  expect(held.length / honest.length).toBeLessThanOrEqual(heldAtMost);
  expect(1 - missed.length / spam.length).toBeGreaterThanOrEqual(caughtAtLeast);
});
