/** Measures the spam signals with messages as people and programs write them, and prints the wrong decisions. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { LeadFields } from "../../contract/lead.ts";
import { LEAD } from "../support/leads.ts";
import { createIsRepeated, suspicionOf } from "../../server/leads/suspicion.ts";

/** @returns the leads of a file in their order, each with whether it is suspected */
function judged(file: string) {
  const isRepeated = createIsRepeated(() => 0);
  const lines = readFileSync(new URL(`${file}.jsonl`, import.meta.url), "utf8")
    .trim()
    .split("\n");
  return lines.map((line) => {
    const { tookMs, ...words } = JSON.parse(line);
    const lead: LeadFields = { ...LEAD, ...words };
    return { ...lead, isSuspected: suspicionOf(lead, isRepeated(lead), { tookMs }).length > 0 };
  });
}

test("at most one of 60 honest messages is suspected, and at least 7 of 10 spam messages are", () => {
  const [honest, spam] = [judged("honest"), judged("spam")];
  const held = honest.filter(({ isSuspected }) => isSuspected);
  const missed = spam.filter(({ isSuspected }) => !isSuspected);
  const short = ({ name, problems }: (typeof honest)[number]) => `${name}: ${problems.slice(0, 90)}`;
  process.stdout.write(
    [
      `Spam: ${held.length} of ${honest.length} honest leads held, ${missed.length} of ${spam.length} spam missed.`,
      ...held.map((lead) => `  held    ${short(lead)}`),
      ...missed.map((lead) => `  missed  ${short(lead)}`),
      "",
    ].join("\n"),
  );
  expect(held.length / honest.length).toBeLessThanOrEqual(1 / 60);
  expect(1 - missed.length / spam.length).toBeGreaterThanOrEqual(0.7);
});
