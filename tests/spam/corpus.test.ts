/**
 * Measures the spam signals with messages as people and programs write them, and prints the wrong decisions. The first
 * pair was written before the rules, the second to revise them; the held-out pair says how they do with other messages.
 */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as v from "valibot";
import { createRepeatedText, suspicionOf, type FormTiming } from "../../server/leads/suspicion.ts";
import { leadColumns } from "../../contract/lead.ts";
import { LEAD } from "../support/leads.ts";

const LeadSchema = v.object({
  name: v.string(),
  email: v.string(),
  company_name: v.string(),
  problems: v.string(),
  additional_info: v.optional(v.string(), ""),
  /** Milliseconds to fill in the form. */
  tookMs: v.exactOptional(v.number()),
});

const linesOf = (file: string) =>
  readFileSync(new URL(`${file}.jsonl`, import.meta.url), "utf8")
    .trim()
    .split("\n");

/** @returns the leads of a file in their order, each with whether it is suspected */
function judged(file: string) {
  const isRepeated = createRepeatedText(() => 0);
  return linesOf(file).map((line) => {
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

const TRADES = "HVAC Plumbing Cleaning Landscaping Electric Grooming Roofing Movers Law Dental".split(" ");

/** Timings of honest leads: each kind comes in ten trades, two of them each way. */
const HONEST_WAYS: FormTiming[] = [
  // No script, an old browser, a static site, a token that was blocked or late, or text restored by a reload.
  {},
  // Slow typing, with a phone call in between.
  { tookMs: 40 * 60_000 },
  // A password manager fills in three fields, and the problem is pasted: done within two seconds.
  { tookMs: 2_000 },
  // The last of ten people in an office behind one address.
  { tookMs: 90_000 },
  // A browser fills in most of it, behind the shared address of a mobile carrier.
  { tookMs: 6_000, flood: true },
];

/** Timings of junk. */
const JUNK_WAYS: FormTiming[] = [
  // Posted by a program that opens no page.
  {},
  // Typed by a program into a browser, each from another address.
  { tookMs: 300 },
  // The same from one address.
  { tookMs: 300, flood: true },
  // Filled in by a program that fills every input of a page.
  { tookMs: 9_000, honeypotFilled: true },
  // Typed by a hired person, who takes the time.
  { tookMs: 45_000, flood: true },
];

const KindSchema = v.record(v.picklist(leadColumns), v.string());

/** @returns for each kind in each trade whether it is suspected */
function judgedKinds(file: string, ways: readonly FormTiming[]): boolean[] {
  return linesOf(file).flatMap((line) =>
    TRADES.map((trade, number) => {
      const words = line.replaceAll("{Trade}", trade).replaceAll("{trade}", trade.toLowerCase());
      const lead = { ...LEAD, company_name: `Ortiz ${trade}`, ...v.parse(KindSchema, JSON.parse(words)) };
      return suspicionOf(lead, false, ways[number % ways.length]).length > 0;
    }),
  );
}

test("no honest kind of lead is suspected in any trade, and nine of ten kinds of junk are", () => {
  const [honest, junk] = [judgedKinds("honest-kinds", HONEST_WAYS), judgedKinds("spam-kinds", JUNK_WAYS)];
  expect([honest.length, junk.length]).toEqual([300, 200]);
  expect(honest).not.toContain(true);
  expect(junk.filter((isSuspected) => !isSuspected).length).toBeLessThanOrEqual(20);
});
