/** Measures the spam signals with realistic messages, and prints the wrong decisions. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { LeadFields } from "../../contract/lead/lead.ts";
import { LEAD } from "../support/leads.ts";
import { createIsRepeated, suspicionOf } from "../../server/leads/suspicion.ts";

function judgedLeads(file: string) {
  const isRepeated = createIsRepeated(() => 0);
  const lines = readFileSync(new URL(`${file}.jsonl`, import.meta.url), "utf8")
    .trim()
    .split("\n");
  return lines.map((line) => {
    const { tookMs, ...words } = JSON.parse(line);
    const lead: LeadFields = { ...LEAD, ...words };
    return {
      ...lead,
      isSuspected: suspicionOf(lead, isRepeated(lead), { tookMs }).length > 0,
    };
  });
}

test("at most one of 60 honest messages is suspected, and at least 7 of 10 spam messages are", () => {
  const [honest, spam] = [judgedLeads("honest"), judgedLeads("spam")];
  const suspected = honest.filter(({ isSuspected }) => isSuspected);
  const missed = spam.filter(({ isSuspected }) => !isSuspected);
  const summary = ({ name, problems }: (typeof honest)[number]) =>
    `${name}: ${problems.slice(0, 90)}`;
  process.stdout.write(
    [
      `Suspected: ${suspected.length} of ${honest.length} honest. Missed: ${missed.length} of ${spam.length} spam.`,
      ...suspected.map((lead) => `  suspected  ${summary(lead)}`),
      ...missed.map((lead) => `  missed     ${summary(lead)}`),
      "",
    ].join("\n"),
  );
  expect(suspected.length / honest.length).toBeLessThanOrEqual(1 / 60);
  expect(1 - missed.length / spam.length).toBeGreaterThanOrEqual(0.7);
});
