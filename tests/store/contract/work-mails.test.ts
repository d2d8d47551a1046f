/** Mails about leads that wait: few, by day, and before a promise is broken. */
import { answerLead, assignLead } from "../../../server/inbox/admin-changes.ts";
import { expect } from "vitest";
import type { Database } from "../../../server/store/database.ts";
import { mailMorning, mailReminder, mailStorm } from "../../../server/inbox/team-notices.ts";
import { isQuiet } from "../../../server/deliveries/quiet-hours.ts";
import { createTeamMails } from "../../../server/deliveries/mail/team-mails.ts";
import { mailSettings } from "../../support/outgoing.ts";
import { mailKeeper } from "../../support/written-mail.ts";
import { DAY, HOUR, Scenario, value } from "./scenario.ts";
import { testWith } from "./stores.ts";

const ZONE = "America/New_York";
const QUARTER = HOUR / 4;

/** Two processes that share a store. */
function start(store: Database) {
  const scenario = new Scenario(store);
  const keeper = mailKeeper();
  const now = () => scenario.time;
  const mails = createTeamMails(mailSettings({ now }), () => Promise.resolve(["ana@agency.example"]), keeper);
  const owners: string[] = [];
  const parts = { store, timeZone: ZONE, now, log: { error: () => {} }, members: async () => owners };
  const tasks = [0, 1].flatMap(() => [
    () => mailMorning({ ...parts, send: mails.sendMorning }),
    () => mailReminder({ ...parts, send: mails.sendReminder }),
    () => mailStorm({ ...parts, send: mails.sendStorm }, false),
  ]);
  let seen = 0;
  /** The mails of a span, as "hours after its start: subject". */
  const mailed = async (ms: number, step = QUARTER) => {
    const begin = scenario.time;
    const lines: string[] = [];
    for (; scenario.time <= begin + ms; scenario.time += step) {
      await Promise.all(tasks.map((task) => task()));
      const all = await keeper.mails();
      for (const { subject } of all.slice(seen)) lines.push(`${(scenario.time - begin) / HOUR}: ${subject}`);
      seen = all.length;
    }
    return lines;
  };
  return { scenario, keeper, mailed, owners };
}

const test = testWith(start);
/** 07:00 in New York. */
const SEVEN = Date.parse("2026-11-23T12:00:00.000Z");

test("a lead that nobody answers causes two more mails: before the promised time, and after it", async (made) => {
  const { scenario, mailed } = made;
  for (const [number, [hour, ...expected]] of [
    [-6, "19: 5 hours left to answer Dana Ortiz, Ortiz HVAC", "31: Today: Overdue (1)"],
    [0.5, "12.5: 11 hours 30 minutes left to answer Dana Ortiz, Ortiz HVAC", "24.5: Today: Overdue (1)"],
    [5, "20.25: 3 hours 45 minutes left to answer Dana Ortiz, Ortiz HVAC", "44: Today: Overdue (1)"],
    [12, "20: 4 hours left to answer Dana Ortiz, Ortiz HVAC", "37: Today: Overdue (1)"],
    [15, "20: 4 hours left to answer Dana Ortiz, Ortiz HVAC", "34: Today: Overdue (1)"],
  ].entries()) {
    const came = SEVEN + number * 10 * DAY + Number(hour) * HOUR;
    scenario.time = came;
    await mailed(0);
    scenario.time = came;
    const { id } = await scenario.lead();
    expect.soft([hour, await mailed(2 * DAY)]).toEqual([hour, expected]);
    value(await answerLead(scenario.store, scenario.change({ id })));
  }
});

test("one mail names all leads that are due, and none comes by night", async ({
  scenario,
  keeper,
  mailed,
}) => {
  scenario.time = SEVEN + 3 * HOUR;
  await mailed(0);
  for (let n = 0; n < 3; n++, scenario.time += HOUR) await scenario.lead({ name: `Nora ${n}` });
  expect(await mailed(22 * HOUR)).toEqual([expect.stringMatching(/: 3 leads wait for an answer$/)]);
  expect((await keeper.mails())[0]?.text).toMatch(/Nora 0, .*Nora 1, .*Nora 2, /s);
  expect(isQuiet(Date.parse((await keeper.mails())[0]?.date ?? ""), ZONE)).toBe(false);
});

test("more than ten leads within ten minutes come as ten mails and one, as do their reminders", async (made) => {
  const { scenario, keeper, mailed } = made;
  scenario.time = SEVEN + 3 * HOUR;
  await mailed(0);
  for (let n = 0; n < 23; n++) await scenario.lead({ email: `${n}@sample.co` });
  for (let n = 0; n < 3; n++) await scenario.lead({ problems: "Best casino, viagra and cialis." });
  const kinds = await scenario.sendAll();
  expect(kinds.filter((kind) => kind === "notification")).toHaveLength(10);
  expect(await mailed(9 * (HOUR / 60), HOUR / 60)).toEqual([]);
  expect(await mailed(HOUR)).toEqual([
    expect.stringMatching(/^[\d.]+: 26 new leads since 10:15 AM, 3 look like spam$/),
  ]);
  expect(await mailed(23 * HOUR)).toEqual([
    expect.stringMatching(/: Today: Answer today \(23\), Looks like spam \(3\)$/),
  ]);
  expect((await keeper.mails()).at(-1)?.text?.match(/Dana Ortiz, /g)).toHaveLength(20);
  // The next ones are mailed by themselves.
  await scenario.lead();
  expect(await scenario.sendAll()).toContain("notification");
});

test("a member who wants only mails of their own leads gets no others", async ({
  scenario,
  keeper,
  mailed,
  owners,
}) => {
  owners.push("ben@agency.example", "eve@agency.example");
  scenario.time = SEVEN - 6 * HOUR;
  await mailed(0);
  await scenario.lead({ name: "Nora" });
  const { id } = await scenario.lead({ name: "Bens", email: "b@sample.co" });
  value(await assignLead(scenario.store, { ...scenario.change({ id }), owner: "ben@agency.example" }));
  await mailed(2 * DAY);
  const all = await keeper.mails();
  const of = (address: string) => all.filter(({ to }) => JSON.stringify(to).includes(address));
  const subjects = (address: string) => of(address).map(({ subject }) => subject);
  const [many, late] = [
    expect.stringMatching(/2 leads wait for an answer$/),
    expect.stringMatching(/Overdue \(2\)$/),
  ];
  expect(subjects("ana@agency.example")).toEqual([many, late]);
  const [one, own] = [
    expect.stringMatching(/left to answer Bens, /),
    expect.stringMatching(/Overdue \(1\)$/),
  ];
  expect(subjects("ben@agency.example")).toEqual([one, own]);
  expect(
    of("ben@agency.example")
      .map(({ text }) => text)
      .join(""),
  ).not.toContain("Nora");
  expect(subjects("eve@agency.example")).toEqual([]);
});
