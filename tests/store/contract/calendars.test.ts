/**
 * Processes share the last copy of a calendar.
 * Our own calls in the calendar block nothing.
 */

import { expect, vi } from "vitest";
import { isEmptied } from "../../../contract/call/booking.ts";
import {
  calendarId,
  createCalendars,
} from "../../../server/calls/calendars/calendars.ts";
import {
  readCalendarCopies,
  storeReadResult,
} from "../../../server/calls/stored-calls.ts";
import { calendarRow } from "../../../server/http/monitoring.ts";
import { mailCalendars } from "../../../server/inbox/notices/calendar-notices.ts";
import { createTeamPost } from "../../../server/inbox/notices/team-post.ts";
import type { Database } from "../../../server/store/database.ts";
import { calendar, event } from "../../support/calendar-text.ts";
import { mailSettings } from "../../support/outgoing.ts";
import { serve } from "../../support/receiver.ts";
import { mailKeeper } from "../../support/written-mail.ts";
import { DAY, HOUR, MINUTE, Scenario } from "./scenario.ts";
import { testOnSqlite, testWith } from "./stores.ts";

const hour = (startsAt: string, uid = "u@x") =>
  event("SUMMARY:Secret title", `DTSTART:${startsAt}`, "DURATION:PT1H").replace(
    "u1@t",
    uid,
  );
const LUNCH = hour("20261122T120000Z");
const BLOCKED = [
  { startsAt: "2026-11-22T12:00:00.000Z", endsAt: "2026-11-22T13:00:00.000Z" },
];

/**
 * Serves a calendar at a secret address. Each
 * `process` reads it, and all share one store.
 */
async function start(store: Database) {
  const scenario = new Scenario(store);
  /** The calendar, or the status of a failure. */
  const served: { answer: string | number } = { answer: calendar(LUNCH) };
  const port = await serve((_, response) =>
    typeof served.answer === "string"
      ? response.end(served.answer)
      : response.writeHead(served.answer).end(),
  );
  const url = `http://127.0.0.1:${port}/Me%40agency.example/secret-token.ics`;
  const process = (...others: string[]) =>
    createCalendars({
      urls: [url, ...others],
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
  const keeper = mailKeeper();
  const mail = mailSettings({ now: () => scenario.time, timeZone: "UTC" });
  const desk = {
    ...mail,
    store,
    post: createTeamPost(mail, scenario.services.team, keeper),
    mailLeadsAtNight: false,
    calendarUrls: ["https://other.example", url],
    log: { error: () => {} },
    members: async () => [],
  };
  return { scenario, url, process, served, keeper, desk };
}

const test = testWith(start);
const onSqlite = testOnSqlite(start);

test("the last copy of a calendar blocks times while the calendar cannot be read", async (made) => {
  const { scenario, url, process, served } = made;
  const calendars = process();
  const endless = hour("20270201T120000Z", "in two weeks");
  served.answer = calendar(LUNCH, endless.replace(/DURATION.*/, "DTEND:soon"));
  await calendars.refresh();
  const kept = await calendars.busy();
  expect(kept).toHaveLength(2);
  const readAt = scenario.now;
  served.answer = 500;
  scenario.time += HOUR;
  const failingSince = scenario.now;
  await calendars.refresh();
  served.answer = 404;
  scenario.time += HOUR;
  await calendars.refresh();
  const after = process();
  served.answer = calendar(LUNCH);
  await after.refresh();
  expect(await after.states()).toEqual([
    {
      id: calendarId(url),
      number: 1,
      triedAt: scenario.now,
      readAt,
      failingSince,
      reason: expect.stringMatching(/^The answer was 404. If that lasts/),
      skipped: ["2027-02-01"],
    },
  ]);
  expect(await after.busy()).toEqual(kept);
  scenario.time += MINUTE;
  await after.refresh();
  expect(await after.busy()).toMatchObject(BLOCKED);
  expect((await after.states())[0]?.reason).toBeUndefined();
  served.answer = calendar(LUNCH, hour("20261123T120000Z", "new"));
  scenario.time -= HOUR;
  await after.refresh();
  // The clock was ahead.
  expect(await after.busy()).toHaveLength(2);
});

test("a calendar without any event, which had several, is named and believed after a day", async (made) => {
  const { scenario, process, served } = made;
  const calendars = process();
  const full = calendar(
    hour("20270201T120000Z", "later"),
    hour("20270202T120000Z", "still later"),
  );
  let since: string | undefined;
  /** @param doubt since when the empty calendar is not believed */
  async function read(
    answer: string | number,
    after: number,
    count: number,
    doubt?: "since now" | "still",
  ) {
    served.answer = answer;
    scenario.time += after;
    await calendars.refresh();
    if (doubt === "since now") since = scenario.now;
    expect(await calendars.busy()).toHaveLength(count);
    const emptied = (await calendars.states()).filter(isEmptied);
    expect(emptied.map(({ failingSince }) => failingSince)).toEqual(
      doubt ? [since] : [],
    );
  }
  await read(full, MINUTE, 2);
  await read(404, HOUR, 2);
  await read(calendar(), HOUR, 2, "since now");
  await read(404, HOUR, 2, "still");
  await read(calendar(), 22 * HOUR, 2, "still");
  const [, , ages] = calendarRow(await calendars.states(), scenario.time);
  expect(ages).toEqual([['{calendar="1"}', (23 * HOUR) / 1_000]]);
  await read(full, MINUTE, 2);
  await read(calendar(), HOUR, 2, "since now");
  await read(calendar(), DAY, 0);
  await read(full, MINUTE, 2);
  await read(404, MINUTE, 2);
  await read(calendar(), DAY, 2, "since now");
  await read(full, MINUTE, 2);
  const over = event("DTSTART:20200101T120000Z", "DTEND:20200101T130000Z");
  await read(calendar(over), MINUTE, 0);
});

onSqlite(
  "a calendar that does not answer hides no other's newest event",
  async ({ scenario, process, served }) => {
    const silent = await serve(() => undefined);
    const calendars = process(`http://127.0.0.1:${silent}/silent.ics`);
    await calendars.refresh();
    served.answer = calendar(LUNCH, hour("20261124T120000Z", "newest"));
    scenario.time += 2 * MINUTE;
    // A reading of both, such as the one
    // every five minutes, is still under way.
    void calendars.refresh();
    scenario.time += 2 * MINUTE;
    await calendars.refresh();
    expect(await calendars.busy()).toHaveLength(2);
  },
);

onSqlite(
  "a booking waits for the calendars that were not read within the minute, however new another is",
  async ({ scenario, url, process, served }) => {
    await process().refresh();
    scenario.time += MINUTE - 1;
    const calendars = process(`${url}?second`);
    await calendars.refresh();
    served.answer = calendar(LUNCH, hour("20261124T120000Z", "newest"));
    scenario.time += 1;
    await calendars.refresh();
    expect(await calendars.busy()).toHaveLength(3);
  },
);

onSqlite(
  "our call in a calendar blocks nothing; the store keeps no title and no address",
  async (made) => {
    const { scenario, url, process, served } = made;
    const { id, startsAt } = (
      await scenario.bookCall("2026-11-22T15:00:00.000Z")
    ).booking;
    served.answer = calendar(
      LUNCH,
      hour("20261122T150000Z", id),
      // Another program's event.
      hour("20261123T150000Z", id.replace(/^../, "0c")),
      event(
        "DTSTART:20261122T170000Z",
        "DURATION:PT1H",
        "ATTENDEE;PARTSTAT=DECLINED:mailto:me@agency.example",
      ),
    );
    const calendars = process();
    await calendars.refresh();
    expect(await calendars.busy()).toHaveLength(2);
    expect(await calendars.busy()).toEqual(expect.arrayContaining(BLOCKED));
    expect(
      (await calendars.busy()).map(({ startsAt: at }) => at),
    ).not.toContain(startsAt);
    const kept = await readCalendarCopies(scenario.store, [calendarId(url)]);
    expect(JSON.stringify(kept)).not.toMatch(/Secret|127\.0\.0\.1/i);
  },
);

const SECOND = "Nightshift: calendars we can't read (2)";

test("one mail tells of a calendar that fails for six hours, or was never read for half an hour, and ends with who runs the site", async (made) => {
  const { scenario, url, process, served, keeper, desk } = made;
  const runner = { runner: "Dana Ruiz", runnerPhone: "(201) 555-0142" };
  await scenario.services.team.changeSettings(runner);
  served.answer = 500;
  await process().refresh();
  const deliver = vi.spyOn(keeper, "deliver");
  const notice = () => mailCalendars(desk);
  const namedAfter = async (ms: number) => {
    scenario.time += ms;
    const before = deliver.mock.calls.length;
    await Promise.all([notice(), notice()]);
    return deliver.mock.calls.slice(before).map(([{ subject }]) => subject);
  };
  expect(await namedAfter(10 * MINUTE)).toEqual([]);
  await process().refresh();
  expect(await namedAfter(15 * MINUTE)).toEqual([SECOND]);
  await process().refresh();
  expect(await namedAfter(DAY)).toEqual([]);
  served.answer = calendar();
  await process().refresh();
  served.answer = 500;
  scenario.time += MINUTE;
  await process().refresh();
  expect(await namedAfter(6 * HOUR - MINUTE)).toEqual([]);
  const justNow = { kind: "failed", reason: "404" } as const;
  const first = calendarId("https://other.example");
  await storeReadResult(scenario.store, first, justNow, scenario.now);
  expect(await namedAfter(MINUTE)).toEqual([SECOND]);
  expect(
    new Set(deliver.mock.calls.map(([, id]) => id)).size,
    "each failure has one id",
  ).toBe(2);
  const read = { kind: "read" as const, busy: [], skipped: ["2026-11-24"] };
  for (const named of [
    ["Nightshift: an event in your calendar we can't read"],
    [],
  ]) {
    scenario.time += MINUTE;
    await storeReadResult(scenario.store, first, read, scenario.now);
    expect(await namedAfter(MINUTE)).toEqual(named);
  }
  for (const { text = "" } of await keeper.mails()) {
    expect(text.trimEnd().split("\n").at(-1)).toBe(
      "Who runs this site: Dana Ruiz, (201) 555-0142",
    );
    expect(text).not.toContain(url);
    expect(text).not.toContain("2026-11-24");
  }
});

test("copies of a calendar that was removed from the settings are deleted after a week", async (made) => {
  const { scenario, url } = made;
  const keep = (which: string) =>
    storeReadResult(
      scenario.store,
      calendarId(which),
      { kind: "read", busy: [], skipped: [] },
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
