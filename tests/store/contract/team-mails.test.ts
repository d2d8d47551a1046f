import { expect, vi } from "vitest";
import type { MailTransport } from "../../../server/deliveries/mail/compose.ts";
import {
  mailMorning,
  mailReminder,
} from "../../../server/inbox/notices/day-notices.ts";
import {
  mailStorm,
  mailWeek,
} from "../../../server/inbox/notices/team-notices.ts";
import { createTeamPost } from "../../../server/inbox/notices/team-post.ts";
import type { Database } from "../../../server/store/database.ts";
import { mailSettings } from "../../support/outgoing.ts";
import { mailKeeper } from "../../support/written-mail.ts";
import {
  ANA,
  BEN,
  DAY,
  HOUR,
  MINUTE,
  Scenario,
  TEN,
  other,
  SPAM,
} from "./scenario.ts";
import { testOnSqlite, testWith } from "./stores.ts";

const ZONE = "America/New_York";
const QUARTER = HOUR / 4;
/** At 7 AM on a Monday in `ZONE`. */
const MONDAY_SEVEN = Date.parse("2026-11-23T12:00:00.000Z");
const MONDAY_EIGHT = MONDAY_SEVEN + HOUR;
/** One hour after a scenario begins. */
const FRIDAY_EIGHT = MONDAY_EIGHT - 3 * DAY;

/** Runs the tasks of two processes that share a store. */
function start(store: Database) {
  const scenario = new Scenario(store);
  const keeper = mailKeeper();
  const now = () => scenario.time;
  let subjects: string[] = [];
  const deliver = vi.fn<MailTransport["deliver"]>((message, fileName) => {
    subjects.push(message.subject);
    return keeper.deliver(message, fileName);
  });
  const mail = mailSettings({ now, timeZone: ZONE });
  const post = createTeamPost(
    mail,
    { ...scenario.services.team, mailed: async () => [ANA] },
    { ...keeper, deliver },
  );
  const error = vi.fn<(about: object) => void>();
  const owners: string[] = [];
  const desk = {
    ...mail,
    store,
    post,
    get mailLeadsAtNight() {
      return scenario.settings.mailLeadsAtNight;
    },
    calendarUrls: [],
    log: { error },
    members: async () => owners,
  };
  const everyMinute = () => [
    mailMorning(desk),
    mailReminder(desk),
    mailStorm(desk),
  ];
  const weekIn = (tag: string) => () => [
    mailWeek({ ...desk, locale: { ...mail.locale, tag } }),
  ];
  /** Two processes run tasks at once. @returns the subjects of their mails */
  const mailedAt = async (time: number, tasks = everyMinute) => {
    scenario.time = time;
    subjects = [];
    await Promise.all([...tasks(), ...tasks()]);
    return subjects;
  };
  /**
   * Runs tasks every `step`. @returns "hours
   * after the start: subject" of each mail
   */
  const mailedIn = async (ms: number, step = QUARTER) => {
    const begin = scenario.time;
    const lines: string[] = [];
    for (let time = begin; time <= begin + ms; time += step)
      for (const subject of await mailedAt(time))
        lines.push(`${(time - begin) / HOUR}: ${subject}`);
    scenario.time += step;
    return lines;
  };
  /** Compares all mails so far with `team-mails.NAME.said.txt`. */
  const expectSaid = async (name: string) => {
    const mails = await keeper.mails();
    const said = mails
      .map(({ to = [], subject, references, text, html }) =>
        [
          to.map((one) => one.address),
          subject,
          references,
          text,
          html?.split("</style>").at(-1),
        ].join("\n"),
      )
      .toSorted()
      .join("\n==\n")
      .replaceAll(/[\da-f]{8}-[\da-f-]{27}|\.[\w-]{43}\b/g, "...");
    await expect(said).toMatchFileSnapshot(`team-mails.${name}.said.txt`);
  };
  return {
    scenario,
    expectSaid,
    owners,
    deliver,
    error,
    weekIn,
    mailedAt,
    mailedIn,
  };
}

const test = testWith(start);
/**
 * One store suffices for tests of times: other
 * tests run the same statements on both stores.
 */
const testTimes = testOnSqlite(start);

testTimes(
  "an unanswered lead causes a mail before its promised time and a mail after it",
  async (made) => {
    const { scenario, mailedIn } = made;
    const said: string[] = [];
    for (const [number, hour] of [-6, 0.5, 1.5, 12].entries()) {
      const came = MONDAY_SEVEN + number * 10 * DAY + hour * HOUR;
      scenario.time = came;
      await mailedIn(0);
      scenario.time = came;
      const { id } = await scenario.lead();
      said.push(`${hour}`, ...(await mailedIn(2 * DAY, HOUR / 2)));
      await scenario.mark(id, "won");
    }
    const list = "team-mails.waiting.said.txt";
    await expect(said.join("\n")).toMatchFileSnapshot(list);
  },
);

test("one mail names all leads that are due, and no mail comes at night", async (made) => {
  const { scenario, mailedIn, expectSaid } = made;
  scenario.time = MONDAY_SEVEN + 3 * HOUR;
  await mailedIn(0);
  for (let n = 0; n < 3; n++, scenario.time += HOUR)
    await scenario.lead({ name: `Nora ${n}`, ...other(n) });
  expect(await mailedIn(22 * HOUR, HOUR)).toEqual([
    "19: 2 hours left: 3 leads wait for an answer",
  ]);
  await expectSaid("reminder");
});

test("26 leads within ten minutes cause ten notifications, one mail about all, and one reminder", async (made) => {
  const { scenario, owners, expectSaid, mailedIn } = made;
  scenario.time = MONDAY_SEVEN + 3 * HOUR;
  await mailedIn(0);
  await scenario.services.sendTest();
  for (let n = 0; n < 3; n++) await scenario.lead(SPAM);
  // Visitors who press the same buttons of the form send no text of their own.
  const problems = "No-shows, ".repeat(9);
  for (let n = 0; n < 23; n++)
    await scenario.lead({ ...other(n), company_name: `${n}`, problems });
  await scenario.services.sendTest();
  const mails = await scenario.send();
  // Each test has one, too.
  expect(mails.filter(({ kind }) => kind === "notification")).toHaveLength(12);
  expect(await mailedIn(9 * MINUTE, 3 * MINUTE)).toEqual([]);
  const storm = ": 26 new leads since 10:15 AM, likely spam: 3";
  expect(await mailedIn(HOUR)).toEqual([expect.stringContaining(storm)]);
  const morning = ": Today: Answer today (23), Looks like spam (3)";
  expect(await mailedIn(18 * HOUR, HOUR)).toEqual([]);
  expect(await mailedIn(3 * HOUR)).toEqual([expect.stringContaining(morning)]);
  // Later leads have mails of their own again, until they are too many.
  const many = async () => {
    for (let n = 0; n < 10; n++) await scenario.lead(other(n));
    await scenario.assign((await scenario.lead(other(10))).id, BEN);
    return scenario.sendAll();
  };
  owners.push(BEN, "eve@agency.example");
  for (const hours of [0, 12]) {
    scenario.time += hours * HOUR;
    expect(await many()).toContain("notification");
    await mailedIn(HOUR);
  }
  Object.assign(scenario.settings, { mailLeadsAtNight: false });
  await many();
  expect(await mailedIn(HOUR)).toEqual([]);
  await expectSaid("storm");
});

test("a member who chose mails only about their own leads gets no others", async (made) => {
  const { scenario, mailedIn, owners, expectSaid } = made;
  owners.push(BEN, "eve@agency.example");
  scenario.time = MONDAY_SEVEN - 6 * HOUR;
  await mailedIn(0);
  await scenario.lead({ name: "Nora" });
  const leadOfBen = async (email: string) => {
    const { id } = await scenario.lead({ name: "Bens", email });
    await scenario.assign(id, BEN);
  };
  await leadOfBen("b@sample.co");
  const { id } = await scenario.lead({ name: "Next", ...other(1) });
  await scenario.answer(id);
  await scenario.followUp(id, "2026-11-24");
  await scenario.lead(SPAM);
  await mailedIn(2 * DAY, HOUR);
  await scenario.lead({ name: "Nora", email: "late@sample.co" });
  scenario.time += 10 * HOUR - QUARTER;
  await leadOfBen("noon@sample.co");
  await mailedIn(DAY, HOUR);
  // Ben's last mail has no news, but only this
  // mail reminds him of his lead that day.
  await expectSaid("own");
});

for (const [notice, lead, begin, kind] of [
  ["morning", SPAM, FRIDAY_EIGHT + HOUR, "retry"],
  ["reminder", {}, FRIDAY_EIGHT + 12 * HOUR, "refused"],
] as const)
  test(`a ${notice} mail keeps its id when it is sent again after a failure or a crash`, async (made) => {
    const { scenario, deliver, error, mailedAt } = made;
    await scenario.lead(lead);
    deliver.mockResolvedValueOnce({
      kind,
      reason: "The server is away.",
    });
    deliver.mockRejectedValueOnce(new Error("killed"));
    expect(await mailedAt(begin)).toEqual([]);
    const failure = { reason: "The server is away.", notice };
    expect(error).toHaveBeenCalledWith(failure, "a mail to the team failed");
    expect(await mailedAt(begin + QUARTER - 1)).toEqual([]);
    expect(deliver).toHaveBeenCalledOnce();
    await expect(mailedAt(begin + QUARTER)).rejects.toThrow("killed");
    expect(await mailedAt(begin + 2 * QUARTER)).toHaveLength(1);
    expect(new Set(deliver.mock.calls.map(([, id]) => id)).size).toBe(1);
    expect(await mailedAt(begin + 3 * QUARTER)).toEqual([]);
  });

testTimes(
  "a morning's mail that comes late has no other mail about the same leads",
  async ({ scenario, mailedAt }) => {
    await mailedAt(FRIDAY_EIGHT + HOUR);
    await scenario.lead();
    const noon = FRIDAY_EIGHT + DAY + 4 * HOUR;
    expect(await mailedAt(noon)).toEqual(["Today: Overdue (1)"]);
    expect(await mailedAt(noon + DAY)).toEqual([]);
  },
);

test("a follow-up is mailed at eight on its day and each morning until the lead is lost", async (made) => {
  const { scenario, expectSaid, mailedAt } = made;
  const { id } = await scenario.lead({ name: "Nora Finch" });
  await scenario.followUp(id, "2026-11-21");
  const saturday = FRIDAY_EIGHT + DAY;
  expect(await mailedAt(FRIDAY_EIGHT - HOUR)).toEqual([]);
  expect(await mailedAt(saturday - 1_000)).toEqual([]);
  expect(await mailedAt(saturday)).toEqual([
    "Today: Overdue (1), Follow up (1)",
  ]);
  expect(await mailedAt(saturday + DAY)).toHaveLength(1);
  await expectSaid("follow-up");
  // A lost lead needs no follow-up.
  await scenario.mark(id, "lost");
  expect(await mailedAt(saturday + 2 * DAY)).toEqual([]);
});

testTimes(
  "a call under way is among the morning's calls, and is asked about a day later",
  async ({ scenario, expectSaid, mailedAt }) => {
    const at = (time: number) => new Date(time).toISOString();
    await scenario.book(at(FRIDAY_EIGHT - 10 * MINUTE));
    const { lead } = await scenario.bookCall(at(FRIDAY_EIGHT + HOUR), other(1));
    await mailedAt(FRIDAY_EIGHT);
    scenario.time += 2 * HOUR;
    await scenario.mark(lead.id, "won");
    await mailedAt(FRIDAY_EIGHT + DAY);
    await expectSaid("calls");
  },
);

testTimes(
  "a lead that turns out to be no spam has a reminder anew",
  async (made) => {
    const { scenario, mailedIn } = made;
    scenario.time = MONDAY_SEVEN + 3 * HOUR;
    await mailedIn(0);
    const { id } = await scenario.lead();
    const reminders = async () => {
      const mails = await mailedIn(DAY - HOUR, HOUR);
      return mails.filter((subject) => subject.includes("left to answer"));
    };
    expect(await reminders()).toHaveLength(1);
    await scenario.mark(id, "spam");
    await scenario.reopen(id);
    expect(await reminders()).toHaveLength(1);
  },
);

test("a week's figures are mailed on Monday at eight; in the United States a week ends on Saturday", async (made) => {
  const { scenario, expectSaid, weekIn, mailedAt } = made;
  const week = weekIn("en-GB");
  const answered = await scenario.lead();
  scenario.time += DAY;
  await scenario.services.sendTest();
  await scenario.lead(SPAM);
  await scenario.lead({ email: "news@shop.example" });
  scenario.time += 2 * HOUR;
  await scenario.answer(answered.id);
  await scenario.bookCall(TEN, other(1));
  // On Sunday.
  scenario.now = TEN;
  await scenario.lead(other(2));
  expect(await mailedAt(MONDAY_EIGHT - 1, week)).toEqual([]);
  expect(await mailedAt(MONDAY_EIGHT, week)).toEqual([
    "Week of 16 Nov: leads 4, calls 1",
  ]);
  expect(await mailedAt(MONDAY_EIGHT, week)).toEqual([]);
  expect(await mailedAt(MONDAY_EIGHT + 7 * DAY, weekIn("en"))).toEqual([
    "Week of Nov 22: leads 1, calls 0",
  ]);
  await expectSaid("week");
});
