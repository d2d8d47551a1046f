/** Each lead is in exactly one list, whatever was pressed. */

import { expect } from "vitest";
import { readToday } from "../../../server/calls/stored-calls.ts";
import { isMailPlanned } from "../../../server/deliveries/mailbox-budget.ts";
import { addCaller } from "../../../server/inbox/edit/enter-lead.ts";
import { partFromOthers } from "../../../server/inbox/lead/lead-changes.ts";
import { sendAgain } from "../../../server/inbox/send-again.ts";
import { latestDays } from "../../../server/leads/days.ts";
import { StaleFailure } from "../../../server/leads/history.ts";
import { readOthers } from "../../../server/leads/person.ts";
import { readPerson } from "../../../server/leads/read-lead.ts";
import { LEAD } from "../../support/leads.ts";
import {
  ANA,
  BEN,
  DAY,
  HOUR,
  MINUTE,
  REFUSED,
  SPAM,
  Scenario,
  booked,
  detailIn,
} from "./scenario.ts";
import { scenarioTest as test, testOnSqlite } from "./stores.ts";

const CRM = "https://crm.example:8443/";
const WISH = { zone: "UTC", phone: "+442079460958", typed: "" };
const SLACK = "slack:https://hooks.slack.example/x";

const inDays = ({ time }: Scenario, days: number) =>
  new Date(time + days * DAY).toISOString();

/**
 * What people press about one lead. A press
 * that the site refuses changes nothing.
 */
const pressesOf = (
  scenario: Scenario,
  id: string,
): Record<string, () => Promise<unknown>> => ({
  answer: () => scenario.answer(id, ANA),
  reopen: () => scenario.reopen(id),
  reach: () => scenario.reach(id, BEN),
  won: () => scenario.mark(id, "won", ANA),
  lost: () => scenario.mark(id, "lost", BEN),
  spam: () => scenario.mark(id, "spam"),
  undo: async () => {
    const { version } = await scenario.detail(id);
    await scenario.undo(id, version);
    // The second half of a double press.
    await scenario.undo(id, version);
  },
  "follow up tomorrow": () =>
    scenario.followUp(id, inDays(scenario, 1).slice(0, 10)),
  "no follow-up": () => scenario.followUp(id, ""),
  book: () => scenario.book(inDays(scenario, 1), id),
  move: async () => {
    const call = await lastCall(scenario, id);
    await scenario.move(call, inDays(scenario, 2), ANA);
    await scenario.move(call, inDays(scenario, 2), ANA);
  },
  cancel: async () => scenario.cancel(await lastCall(scenario, id)),
  came: async () => scenario.say(await lastCall(scenario, id), "came"),
  missed: async () => scenario.say(await lastCall(scenario, id), "missed"),
  wish: () => scenario.wish(id, { ...WISH, at: inDays(scenario, 3) }),
  "wish for any time": () => scenario.wish(id, WISH),
  take: () => scenario.assign(id, BEN),
  note: () => scenario.note(id, "Rang twice.", ANA),
  correct: () => scenario.correct(id, { company_name: "Ortiz" }, ANA),
  send: async () => [await scenario.send(), await scenario.send("webhook")],
  "looks like spam": async () => scenario,
  fail: () => scenario.send("mail", REFUSED),
  "send again": async () => {
    for (const all of ["dead", "waiting"] as const)
      await sendAgain(scenario.store, { all }, scenario.now);
  },
  "wait for the call": async () => {
    const { bookings } = await scenario.detail(id);
    scenario.now = bookings.at(-1)?.startsAt ?? scenario.now;
    scenario.time -= HOUR / 2;
  },
  "wait half an hour": async () => (scenario.time += HOUR / 2),
  "wait an hour": async () => (scenario.time += HOUR),
  "wait a day": async () => (scenario.time += DAY + HOUR),
  "wait a week": async () => (scenario.time += 7 * DAY),
});

const lastCall = async (scenario: Scenario, id: string) =>
  (await scenario.detail(id)).bookings.at(-1)?.id ?? id;

async function press(scenario: Scenario, id: string, what: string) {
  scenario.time += MINUTE;
  const { [what]: doIt = () => expect.fail(what) } = pressesOf(scenario, id);
  await doIt().catch((error: unknown) => {
    const isRefusal =
      error instanceof StaleFailure || /refused/.test(String(error));
    if (!isRefusal) throw error;
  });
}

/**
 * Presses, and the list that the lead is in then.
 * The failed mails of the last are in the counts.
 */
const CASES = `
wait an hour > open
answer > waiting
answer, wait a week > next
answer, wait a week, reach > waiting
answer, wait a week, book > booked
answer, wait a week, follow up tomorrow > waiting
answer, won, wait a week > won
reach > waiting
reach, wait a week > next
answer, reopen > open
follow up tomorrow, wait a day > open
answer, follow up tomorrow > waiting
answer, follow up tomorrow, wait a day > next
answer, follow up tomorrow, wait a day, no follow-up > waiting
answer, follow up tomorrow, wait a day, reach > waiting
answer, follow up tomorrow, wait a day, won > won
answer, follow up tomorrow, wait a day, won, undo > next
won, follow up tomorrow, wait a day > next
lost, wait a week > lost
spam, wait a week > spam
spam, undo > open
book > booked
book, cancel > next
book, cancel, reach > waiting
book, wait a day > next
book, wait a day, won > won
book, wait a day, book > next
book, wait a day, came > next
book, wait a day, came, book, wait a day > next
book, wait a day, came, won > won
book, wait a day, came, follow up tomorrow > waiting
book, wait a day, missed > next
book, wait a day, missed, came, reach > waiting
book, wait a day, missed, book > booked
won, book > booked
won, book, wait a day, came > won
lost, book, won, cancel > won
book, wait a day, book, cancel > next
book, spam > spam
book, spam, undo > booked
book, move, wait a day, move > booked
book, send, move, send, cancel, undo > next
book, send, spam, undo, wait a day, missed, missed, undo > next
answer, reach > waiting
won, reopen, undo > won
won, lost > lost
won, lost, undo > won
lost, book > booked
book, reopen > open
lost, won, reopen > open
spam, answer > waiting
send, won, take, note, undo, correct > won
send, spam, send, undo, lost, reopen, undo > lost
book, send, move, send, move, wait for the call, send, wait an hour, missed, came > next
book, move, send, wait a day, send, wait for the call, move, wait half an hour, cancel, missed > next
book, cancel, move, wait a day, missed > next
book, send, spam, send, reopen, send, spam, reopen, send, wait for the call > booked
book, wait for the call, wait half an hour, spam > spam
spam, book, send, answer > booked
book, spam, reopen, undo > spam
fail, spam, reopen, undo, undo > open
looks like spam > spam
looks like spam, book, send, reopen > booked
looks like spam, book, send, wait a day, reopen > next
looks like spam, book, won > booked
looks like spam, book, won, undo, reopen > booked
looks like spam, reopen, undo, wait a week > spam
looks like spam, reopen, send, undo > spam
looks like spam, spam, undo, wait a day, wait a day, reopen > open
correct, correct, lost, lost, reopen, answer > waiting
answer, take, answer, won, lost, undo > won
won, follow up tomorrow, reach, undo > won
answer, book, cancel, wait a week > next
book, cancel, spam, reopen > open
looks like spam, book, cancel, reopen > open
follow up tomorrow, won, reopen, wait a day > open
take, answer, book, spam, reopen > booked
book, move, cancel, reopen > open
wish, wish, wish for any time > open
wish, book, wish, cancel > next
answer, follow up tomorrow, reach > waiting
book, missed, cancel, send, move, missed > next
book, wait for the call, wait half an hour, book, cancel, move, missed, missed, send > next
fail, send again > open
fail, wait an hour, fail, send again, send > open
book, fail, answer, send again, fail > booked
fail, book, fail > booked
`
  .trim()
  .split("\n")
  .map((line) => {
    const [presses = "", list] = line.split(" > ");
    return { pressed: presses.split(", "), list };
  });

/**
 * Times count in minutes from `start`, so that
 * the stores and the lines can be compared.
 */
const asLine = (fact: unknown, start: number) =>
  JSON.stringify(fact)
    .replace(/\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?/g, (time) =>
      String((Date.parse(time) - start) / MINUTE),
    )
    .replace(/"\w*[iI]d":"[0-9a-f-]{36}",?/g, "");

test("whatever is pressed, a lead is in one list, and keeps its facts, mails and events", async (scenario) => {
  scenario.webhookUrls = [CRM, SLACK];
  const lines: string[] = [];
  const begin = scenario.time;
  for (const [place, { pressed, list }] of CASES.entries()) {
    const start = begin + 15 * place * DAY;
    scenario.time = start;
    const email = `${start}@sample.co`;
    const looks = pressed[0] === "looks like spam" ? SPAM : {};
    const { id } = await scenario.lead({ email, ...looks });
    for (const one of pressed) await press(scenario, id, one);
    expect(await scenario.lists(id), pressed.join()).toEqual([list]);
    const { lead: _, ...detail } = await scenario.detail(id);
    const { bookings, history, deliveries, ...facts } = detail;
    const days = latestDays(2, "UTC", scenario.time);
    const today = await readToday(scenario.store, days, scenario.now);
    const todays = [...today.calls, ...today.followUps].filter((one) =>
      Object.values(one).includes(id),
    );
    const isPlanned = (kind: "confirmation" | "invitation") =>
      isMailPlanned(scenario.store, id, kind, scenario.time);
    const planned = {
      confirmation: await isPlanned("confirmation"),
      invitation: await isPlanned("invitation"),
    };
    const rows = [...bookings, ...history, ...deliveries, ...todays];
    const all = [facts, planned, ...rows];
    await press(scenario, id, "send");
    const sent = scenario.sent
      .splice(0)
      .map(({ kind, target, suspected, event }) =>
        asLine(
          { kind, target, ...(suspected && { suspected }), ...event },
          start,
        ),
      );
    lines.push(
      pressed.join(", "),
      ...all.map((one) => asLine(one, start)),
      ...sent.toSorted(),
      `${asLine(await scenario.week(), start)}\n`,
    );
  }
  const counts = [await scenario.metrics(), await scenario.health()];
  lines.push(asLine(counts, scenario.time));
  await expect(lines.join("\n")).toMatchFileSnapshot("lists.said.txt");
});

test("Booked begins with the next call; Next with a call without an end, then a follow-up, then who fell silent last", async (scenario) => {
  for (const step of [
    "Silent, answer, wait a day",
    "Called, book, wait a day",
    "Promised, answer, follow up tomorrow",
    "Canceled, wait a week, book, cancel",
    "Later, book",
  ]) {
    const [name = "", ...presses] = step.split(", ");
    const email = `${name}@sample.example`;
    const { id } = await scenario.lead({ name, email });
    for (const one of presses) await press(scenario, id, one);
  }
  const sooner = { name: "Sooner", email: "sooner@sample.example" };
  await scenario.book(inDays(scenario, 0.5), sooner);

  expect(await scenario.names("booked")).toEqual(["Sooner", "Later"]);
  expect(await scenario.names("next")).toEqual([
    "Called",
    "Promised",
    "Canceled",
    "Silent",
  ]);
});

const AGAIN = { name: "Dana Again" };

test("a person is one line with one clock, until a member says that there are two", async (scenario) => {
  await scenario.services.leads.submitTest(LEAD);
  const first = await scenario.lead();
  scenario.time += HOUR;
  const second = await scenario.lead(AGAIN);
  scenario.time += DAY - HOUR;
  const again = await scenario.lead({
    ...AGAIN,
    email: first.email.toUpperCase(),
  });
  await scenario.remove((await scenario.lead(AGAIN)).id);
  for (const { id } of [first, second])
    expect(await scenario.lists(id)).toEqual([]);
  expect(await scenario.lists(again.id)).toEqual(["open"]);
  expect(await scenario.detail(again.id)).toMatchObject({
    againOf: first.id,
    againSince: first.created_at,
    dueAt: new Date(scenario.time).toISOString(),
  });
  expect(await scenario.metrics()).toMatchObject({ leads_open: 1 });
  const marked = await scenario.answer(again.id, ANA);
  for (const { id } of [first, again])
    expect(await scenario.detail(id)).toMatchObject({
      answeredAt: scenario.now,
      answeredBy: ANA,
    });
  await scenario.undo(again.id, marked.version);
  for (const { id } of [first, again])
    expect(await scenario.detail(id)).toMatchObject({
      answeredAt: undefined,
      answeredBy: undefined,
      history: [{ kind: "reopened" }, { kind: "answered" }],
    });
  const change = scenario.change({ id: again.id, by: ANA });
  await partFromOthers(scenario.store, change);
  for (const { id } of [second, again])
    expect(await scenario.lists(id)).toEqual(["open"]);
  expect(await scenario.detail(again.id)).toMatchObject({
    againOf: undefined,
    dueAt: new Date(scenario.time + DAY).toISOString(),
  });
  await scenario.answer(again.id);
  expect(await scenario.lists(second.id)).toEqual(["open"]);
});

for (const [how, what, list] of [
  ["a call", "book", "booked"],
  ["an outcome", "lost", "lost"],
] as const)
  test(`${how} of a person ends all clocks of the person`, async (scenario) => {
    const first = await scenario.lead();
    scenario.time += HOUR;
    const again = await scenario.lead(AGAIN);
    await press(scenario, first.id, what);
    expect((await scenario.detail(again.id)).answeredAt).toBe(scenario.now);
    expect(await scenario.lists(first.id)).toEqual([list]);
    const { id } = await scenario.lead(AGAIN);
    expect((await scenario.detail(id)).againSince).toBeUndefined();
  });

test("the same number is one person, and the same name alone is not", async (scenario) => {
  const { store, services } = scenario;
  const caller = (email: string) =>
    addCaller(services, { ...LEAD, email }, undefined, ANA);
  const { lead } = detailIn(await caller("(201) 555-0142"));
  scenario.time += HOUR;
  const called = await scenario.book(
    inDays(scenario, 1),
    { email: "other@sample.co" },
    { phone: "+1 201 555 0142" },
  );
  const other = booked(called).lead.id;
  const othersOf = async (id: string) =>
    (await readOthers(store, id)).map((one) => one.lead.id);
  expect(await othersOf(other)).toEqual([lead.id]);
  expect(await scenario.lists(lead.id)).toEqual([]);
  scenario.time += HOUR;
  const namesake = await scenario.lead({ email: "third@sample.co" });
  expect(await othersOf(namesake.id)).toEqual([]);
  await scenario.wish(namesake.id, { zone: "UTC", phone: "+12015550142" });
  expect(await othersOf(namesake.id)).toEqual([other, lead.id]);
  expect(await othersOf(lead.id)).toEqual([namesake.id, other]);
  expect(await readPerson(store, lead.email)).toHaveLength(3);
  await partFromOthers(store, scenario.change({ id: namesake.id }));
  expect(await othersOf(namesake.id)).toEqual([]);
  expect(await othersOf(lead.id)).toEqual([other]);
});

const testQuickly = testOnSqlite((store) => new Scenario(store));

testQuickly(
  "whatever is pressed at either lead of a person, the later one is in one list",
  async (scenario) => {
    for (const [place, { pressed }] of CASES.entries()) {
      const email = `${place}@sample.co`;
      const { id } = await scenario.lead({ email });
      const again = await scenario.lead({ email });
      for (const [at, one] of pressed.entries())
        await press(scenario, at % 2 === 0 ? id : again.id, one);
      const [lists = [], ofFirst = []] = await scenario.listsOf([again.id, id]);
      expect(lists, pressed.join()).toHaveLength(1);
      expect(ofFirst.length, pressed.join()).toBeLessThan(2);
      // The line of the later lead stands for the
      // first one, unless the later one is spam.
      if (lists[0] === "spam") expect(ofFirst, pressed.join()).toHaveLength(1);
    }
  },
);
