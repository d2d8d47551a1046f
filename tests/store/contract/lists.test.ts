/** Each lead is in exactly one list, whatever was pressed. */
import * as fc from "fast-check";
import { expect } from "vitest";
import { setFollowUp } from "../../../server/inbox/lead/lead-changes.ts";
import { reachLead } from "../../../server/inbox/mark/mark-lead.ts";
import type { List } from "../../../contract/inbox/leads-admin.ts";
import { StaleFailure } from "../../../server/leads/history.ts";
import { DAY, HOUR, MINUTE, SPAM, Scenario, detailIn } from "./scenario.ts";
import { testWith } from "./stores.ts";

const test = testWith((store) => new Scenario(store));

const inDays = ({ time }: Scenario, days: number) =>
  new Date(time + days * DAY).toISOString();

/** What people press about one lead. A press that the site refuses changes nothing. */
const PRESSES = {
  answer: (scenario: Scenario, id: string) => scenario.answer(id),
  reopen: (scenario: Scenario, id: string) => scenario.reopen(id),
  reach: async ({ store, change }: Scenario, id: string) =>
    detailIn(await reachLead(store, change({ id }))),
  won: (scenario: Scenario, id: string) => scenario.mark(id, "won"),
  lost: (scenario: Scenario, id: string) => scenario.mark(id, "lost"),
  spam: (scenario: Scenario, id: string) => scenario.mark(id, "spam"),
  undo: async (scenario: Scenario, id: string) =>
    scenario.undo(id, (await scenario.detail(id)).version),
  "follow up tomorrow": (scenario: Scenario, id: string) =>
    setFollowUp(
      scenario.store,
      scenario.change({ id }),
      inDays(scenario, 1).slice(0, 10),
    ),
  "no follow-up": ({ store, change }: Scenario, id: string) =>
    setFollowUp(store, change({ id }), ""),
  book: (scenario: Scenario, id: string) =>
    scenario.book(inDays(scenario, 1), id),
  cancel: async (scenario: Scenario, id: string) =>
    scenario.cancel(await lastCall(scenario, id)),
  came: async (scenario: Scenario, id: string) =>
    scenario.say(await lastCall(scenario, id), "came"),
  missed: async (scenario: Scenario, id: string) =>
    scenario.say(await lastCall(scenario, id), "missed"),
  "wait an hour": async (scenario: Scenario) => {
    scenario.time += HOUR;
  },
  "wait a day": async (scenario: Scenario) => {
    scenario.time += DAY + HOUR;
  },
  "wait a week": async (scenario: Scenario) => {
    scenario.time += 7 * DAY;
  },
};
type Press = keyof typeof PRESSES;

const lastCall = async (scenario: Scenario, id: string) =>
  (await scenario.detail(id)).bookings.at(-1)?.id ?? id;

async function press(scenario: Scenario, id: string, what: Press) {
  scenario.time += MINUTE;
  await PRESSES[what](scenario, id).catch((error: unknown) => {
    const isRefusal =
      error instanceof StaleFailure || /refused/.test(String(error));
    if (!isRefusal) throw error;
  });
}

const CASES: readonly (readonly [Press[], List])[] = [
  [[], "open"],
  [["answer"], "waiting"],
  [["answer", "wait a week"], "next"],
  [["answer", "wait a week", "reach"], "waiting"],
  [["answer", "wait a week", "reach", "undo"], "next"],
  [["reach"], "waiting"],
  [["answer", "reopen"], "open"],
  [["follow up tomorrow", "wait a day"], "open"],
  [["answer", "follow up tomorrow"], "waiting"],
  [["answer", "follow up tomorrow", "wait a day"], "next"],
  [["answer", "follow up tomorrow", "wait a day", "no follow-up"], "waiting"],
  [["answer", "follow up tomorrow", "wait a day", "reach"], "waiting"],
  [["answer", "follow up tomorrow", "wait a day", "won"], "won"],
  [["answer", "follow up tomorrow", "wait a day", "won", "undo"], "next"],
  [["won", "follow up tomorrow", "wait a day"], "next"],
  [["won", "wait a week"], "won"],
  [["lost", "wait a week"], "lost"],
  [["spam", "wait a week"], "spam"],
  [["spam", "undo"], "open"],
  [["book"], "booked"],
  [["book", "cancel"], "next"],
  [["book", "cancel", "reach"], "waiting"],
  [["book", "cancel", "book"], "booked"],
  [["book", "wait a day"], "next"],
  [["book", "wait a day", "came"], "next"],
  [["book", "wait a day", "came", "won"], "won"],
  [["book", "wait a day", "came", "lost"], "lost"],
  [["book", "wait a day", "came", "follow up tomorrow"], "waiting"],
  [["book", "wait a day", "won"], "won"],
  [["book", "wait a day", "missed"], "next"],
  [["book", "wait a day", "missed", "came", "reach"], "waiting"],
  [["book", "wait a day", "missed", "book"], "booked"],
  [["won", "book"], "booked"],
  [["won", "book", "wait a day"], "next"],
  [["won", "book", "wait a day", "came"], "won"],
  [["lost", "book", "cancel"], "next"],
  [["book", "spam"], "spam"],
  [["book", "spam", "undo"], "booked"],
];

for (const [presses, list] of CASES)
  test(`after ${presses.join(", ") || "nothing"}, a lead is in ${list} alone`, async (scenario) => {
    const { id } = await scenario.lead();
    for (const one of presses) await press(scenario, id, one);
    expect(await scenario.lists(id)).toEqual([list]);
  });

test("a lead that looks like spam is in spam alone", async (scenario) => {
  const { id } = await scenario.lead(SPAM);
  expect(await scenario.lists(id)).toEqual(["spam"]);
});

test("whatever is pressed, a lead is in one list, and the counts say so", async (scenario) => {
  const names = Object.keys(PRESSES).filter(
    (name): name is Press => name in PRESSES,
  );
  let visitor = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...names), { minLength: 3, maxLength: 9 }),
      async (presses) => {
        const email = `property${visitor++}@sample.co`;
        const { id } = await scenario.lead({ email });
        for (const one of presses) {
          await press(scenario, id, one);
          expect(await scenario.lists(id), presses.join()).toHaveLength(1);
        }
      },
    ),
    { numRuns: 25 },
  );
});
