/** A clock that was wrong for a while: no lead loses its reminders, and they do not all come at once. */
import { expect } from "vitest";
import { MAILBOX_MAILS_A_DAY } from "../../../contract/limits.ts";
import { HOUR, Scenario } from "./scenario.ts";
import { testWith } from "./stores.ts";

const test = testWith((store) => new Scenario(store));
const YEAR = 365 * 24 * HOUR;

test("deliveries that failed while the clock was a year ahead are retried once it is right", async (scenario) => {
  const early = await scenario.lead();
  scenario.time += YEAR;
  const late = await scenario.lead({ email: "late@sample.co" });
  await scenario.sendAll("mail", { kind: "retry", reason: "The mail server is away." });
  const untried = await scenario.lead({ email: "untried@sample.co" });
  scenario.time -= YEAR;
  expect(await scenario.claim()).toEqual([]);
  await scenario.outbox.mendTimes();
  const again = await scenario.claim();
  const notified = again.filter(({ kind }) => kind === "notification").map(({ lead }) => lead.id);
  expect(notified.toSorted()).toEqual([early.id, late.id, untried.id].toSorted());
});

test("a mailbox that had its mails of the day while the clock was ahead gets the next", async (scenario) => {
  scenario.time += YEAR;
  for (let mail = 0; mail <= MAILBOX_MAILS_A_DAY; mail++) await scenario.lead({ problems: `${mail}` });
  expect((await scenario.sendAll()).filter((kind) => kind === "confirmation").length).toBeLessThanOrEqual(
    MAILBOX_MAILS_A_DAY,
  );
  scenario.time -= YEAR;
  await scenario.lead({ problems: "Once more" });
  expect(await scenario.sendAll()).toContain("confirmation");
});
