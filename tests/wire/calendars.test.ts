/** Calendars behind the scheduling page: the last good copy of each keeps its times closed. */
import type { RequestListener } from "node:http";
import { expect, test } from "vitest";
import { INBOX } from "../../contract/routes.ts";
import { serve } from "../support/receiver.ts";
import { startServer } from "../support/server.ts";
import { signIn, viewOf } from "./inbox-request.ts";
import { book, bookings, MONDAY_SEVEN, site, timesOf, TUESDAY_TEN } from "./schedule-request.ts";

const calendar = (event: string) => `BEGIN:VCALENDAR\r\n${event}END:VCALENDAR\r\n`;
const EVENT = "BEGIN:VEVENT\r\nUID:u@x\r\nDTSTART:20270302T150000Z\r\nDURATION:PT20M\r\nEND:VEVENT\r\n";

test("an event that came since the last read prevents a call, and stays when the calendar fails", async () => {
  let answer: RequestListener = (_, response) => response.end(calendar(""));
  const url = `http://127.0.0.1:${await serve((request, response) => answer(request, response))}/secret.ics`;
  let time = MONDAY_SEVEN;
  const server = await site({
    now: () => time,
    outbox: { calendarUrls: [url], webhookAllowHosts: ["127.0.0.1"] },
  });
  const { calendars } = server.services;
  const becomes = (listener: RequestListener) => {
    answer = listener;
    // The copy is a minute old by then.
    time += 60_000;
  };
  await calendars.refresh();
  expect(await timesOf(server)).toContain(TUESDAY_TEN);
  const own = { email: "own@a.example", startsAt: "2027-03-04T15:00:00Z" };
  const { location } = (await book(server, own)).headers;
  const ofOwn = EVENT.replace("0302", "0304").replace("u@x", "own@x");
  becomes((_, response) => response.end(calendar(EVENT + ofOwn)));
  expect((await book(server)).status).toBe(409);
  expect(await timesOf(server)).not.toContain(TUESDAY_TEN);
  // A repeated request gets its call, also if somebody has written that into the calendar.
  expect((await book(server, own)).headers["location"]).toBe(location);
  expect(await bookings(server)).toHaveLength(1);
  becomes((_, response) => response.destroy());
  await calendars.refresh();
  expect(calendars.states()[0]?.reason).toEqual(expect.any(String));
  expect(await timesOf(server)).not.toContain(TUESDAY_TEN);
});

test("the inbox reports a calendar that cannot be read, with the age of its copy", async () => {
  const state = {
    id: "x",
    number: 2,
    triedAt: "2027-03-01T11:59:00.000Z",
    readAt: "2027-03-01T02:00:00.000Z",
    reason: "The answer was 404.",
    skipped: [],
  };
  const server = await startServer({ calendars: { states: () => [state] } });
  const answer = await server.send({ path: INBOX.path, headers: await signIn(server) });
  expect(viewOf(answer)).toMatchObject({ view: "list", calendars: [state] });
});
