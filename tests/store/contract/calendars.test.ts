/** Processes share the last copy of a calendar. Our own calls in the calendar block nothing. */
import { expect, vi } from "vitest";
import type { Database } from "../../../server/store/database.ts";
import { mailCalendars } from "../../../server/inbox/notices/team-notices.ts";
import { createTeamMails } from "../../../server/inbox/notices/team-mails.ts";
import {
  calendarId,
  createCalendars,
} from "../../../server/calls/calendars/calendars.ts";
import { mailSettings } from "../../support/outgoing.ts";
import { serve } from "../../support/receiver.ts";
import { mailKeeper } from "../../support/written-mail.ts";
import { DAY, HOUR, MINUTE, Scenario, booked } from "./scenario.ts";
import { testOnSqlite, testWith } from "./stores.ts";
import {
  readCalendarCopies,
  storeReadResult,
} from "../../../server/calls/stored-calls.ts";

const event = (startsAt: string, uid = "u@x") =>
  `BEGIN:VEVENT\r\nUID:${uid}\r\nSUMMARY:Secret title\r\nDTSTART:${startsAt}\r\nDURATION:PT1H\r\nEND:VEVENT\r\n`;
const calendar = (...events: string[]) =>
  `BEGIN:VCALENDAR\r\n${events.join("")}END:VCALENDAR\r\n`;
const LUNCH = event("20261122T120000Z");
const BLOCKED = [
  { startsAt: "2026-11-22T12:00:00.000Z", endsAt: "2026-11-22T13:00:00.000Z" },
];

/** Serves a calendar at a secret address. Each `process` reads it, and all share one store. */
async function start(store: Database) {
  const scenario = new Scenario(store);
  /** The calendar, or the status of a failure. */
  const served: { answer: string | number } = { answer: calendar(LUNCH) };
  const port = await serve((_, response) =>
    typeof served.answer === "string"
      ? response.end(served.answer)
      : response.writeHead(served.answer).end("gone"),
  );
  const url = `http://127.0.0.1:${port}/secret-token.ics`;
  const process = () => {
    const calendars = createCalendars({
      urls: [url],
      allowHosts: ["127.0.0.1"],
      timeoutMs: 10_000,
      timeZone: "America/New_York",
      horizonDays: 60,
      owners: [],
      team: { addresses: () => Promise.resolve(["owner@agency.example"]) },
      store,
      now: () => scenario.time,
      log: { warn: (_about, message) => expect.fail(message) },
    });
    // On a loaded machine, `refresh` may give up before its thread starts.
    const refresh = () =>
      vi.waitFor(async () => {
        await calendars.refresh();
        const triedAt = Date.parse(calendars.states()[0]?.triedAt ?? "");
        expect(scenario.time - triedAt).toBeLessThan(MINUTE);
      }, 30_000);
    return { ...calendars, refresh };
  };
  return { scenario, url, process, served };
}

const test = testWith(start);
const onSqlite = testOnSqlite(start);

test("the last copy of a calendar blocks times while the calendar cannot be read", async (made) => {
  const { scenario, url, process, served } = made;
  const calendars = process();
  served.answer = calendar(
    LUNCH,
    event("20270201T120000Z", "bookable in two weeks"),
  );
  await calendars.refresh();
  const kept = calendars.busy();
  expect(kept).toHaveLength(2);
  const readAt = scenario.now;
  served.answer = 404;
  scenario.time += HOUR;
  const failingSince = scenario.now;
  await calendars.refresh();
  expect(calendars.busy()).toEqual(kept);
  const after = process();
  served.answer = calendar();
  await after.refresh();
  expect(after.states()).toEqual([
    {
      id: calendarId(url),
      number: 1,
      triedAt: scenario.now,
      readAt,
      failingSince,
      reason: "The answer was 404.",
      skipped: [],
    },
  ]);
  expect(after.busy()).toEqual(kept);
  scenario.time += MINUTE;
  await after.refresh();
  expect(after.busy()).toEqual([]);
  expect(after.states()[0]?.reason).toBeUndefined();
});

onSqlite(
  "our call in a calendar blocks nothing; the store keeps no title and no address",
  async (made) => {
    const { scenario, url, process, served } = made;
    const { id, startsAt } = booked(
      await scenario.book("2026-11-22T15:00:00.000Z"),
    ).booking;
    const otherProgramsEvent = event(
      "20261123T150000Z",
      id.replace(/^../, "0c"),
    );
    served.answer = calendar(
      LUNCH,
      event("20261122T150000Z", id),
      otherProgramsEvent,
    );
    const calendars = process();
    await calendars.refresh();
    expect(calendars.busy()).toHaveLength(2);
    expect(calendars.busy()).toEqual(expect.arrayContaining(BLOCKED));
    expect(calendars.busy().map(({ startsAt: at }) => at)).not.toContain(
      startsAt,
    );
    const kept = await readCalendarCopies(scenario.store, [calendarId(url)]);
    expect(JSON.stringify(kept)).not.toMatch(/Secret|127\.0\.0\.1/i);
  },
);

test("one mail tells the team the number of a calendar that has failed for six hours", async (made) => {
  const { scenario, url, process, served } = made;
  served.answer = 500;
  await process().refresh();
  const mails = createTeamMails(
    mailSettings({}),
    async () => ["ana@agency.example"],
    mailKeeper(),
  );
  const sendCalendars = vi.spyOn(mails, "sendCalendars");
  const desk = {
    store: scenario.store,
    timeZone: "UTC",
    now: () => scenario.time,
    log: { error: () => {} },
    mails,
    members: async () => [],
  };
  const notice = () => mailCalendars(desk, ["https://other.example", url]);
  const namedAfter = async (ms: number) => {
    scenario.time += ms;
    const before = sendCalendars.mock.calls.length;
    await Promise.all([notice(), notice()]);
    return sendCalendars.mock.calls
      .slice(before)
      .map(([, failing]) => failing.map(({ number }) => number));
  };
  expect(await namedAfter(6 * HOUR - MINUTE)).toEqual([]);
  await process().refresh();
  expect(await namedAfter(15 * MINUTE)).toEqual([[2]]);
  await process().refresh();
  expect(await namedAfter(DAY)).toEqual([]);
  served.answer = calendar();
  await process().refresh();
  served.answer = 500;
  scenario.time += MINUTE;
  await process().refresh();
  expect(await namedAfter(6 * HOUR)).toEqual([[2]]);
  expect(
    new Set(sendCalendars.mock.calls.map(([id]) => id)).size,
    "each failure has one id",
  ).toBe(2);
});

test("copies of a calendar that was removed from the settings are deleted after a week", async (made) => {
  const { scenario, url } = made;
  const keep = (which: string) =>
    storeReadResult(
      scenario.store,
      calendarId(which),
      { busy: [], skipped: [] },
      scenario.now,
    );
  await keep(url);
  const copies = () => readCalendarCopies(scenario.store, [calendarId(url)]);
  scenario.time += 7 * DAY;
  await keep("other");
  expect(await copies()).toHaveLength(1);
  scenario.time += 1;
  await keep("other");
  expect(await copies()).toEqual([]);
});
