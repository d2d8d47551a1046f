/** Calendars behind the scheduling page: whatever happens to one, its times stay closed and the pages fast. */
import type { RequestListener } from "node:http";
import { expect, test } from "vitest";
import { INBOX } from "../../contract/inbox.ts";
import { createCalendars, type Calendars } from "../../server/scheduling/calendars/calendars.ts";
import { serve } from "../fakes/receiver.ts";
import { startServer } from "../fakes/server.ts";
import { postForm } from "./form-request.ts";
import { signIn, submit, viewOf } from "./inbox-request.ts";

/** A Monday, 7 in the morning in New York. */
const MONDAY = Date.parse("2027-03-01T12:00:00.000Z");
const TUESDAY_TEN = "2027-03-02T15:00:00Z";
const TUESDAY_ELEVEN = "2027-03-02T16:00:00Z";
const MINUTE_MS = 60_000;

const event = (startsAt: string, uid: string, more = "") =>
  `BEGIN:VEVENT\r\nUID:${uid}\r\nDTSTART:${startsAt}\r\nDURATION:PT20M\r\n${more}END:VEVENT\r\n`;
const calendar = (...events: string[]) => `BEGIN:VCALENDAR\r\n${events.join("")}END:VCALENDAR\r\n`;
const GOOD = calendar(event("20270302T150000Z", "u@x"));
const HOSTILE = calendar(event("20270302T150000Z", "h@x", "RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30\r\n"));

/** The site with one calendar, whose answers the test sets. */
async function start(first: string) {
  let answer: RequestListener = (_, response) => response.end(first);
  const url = `http://127.0.0.1:${await serve((request, response) => answer(request, response))}/secret.ics`;
  let time = MONDAY;
  const made: Calendars[] = [];
  const server = await startServer({
    now: () => time,
    calendarsOf: (store) => {
      const calendars = createCalendars({
        urls: [url],
        allowHosts: ["127.0.0.1"],
        timeoutMs: 500,
        timeZone: "America/New_York",
        horizonDays: 60,
        owners: [],
        store,
        now: () => time,
        log: { warn() {} },
      });
      made.push(calendars);
      return calendars;
    },
  });
  const [calendars] = made;
  if (!calendars) throw new Error("The server asked for no calendars.");
  const times = async (): Promise<string[]> =>
    JSON.parse((await server.send({ path: "/schedule/times?from=2027-03-02&days=3" })).body).times;
  return {
    server,
    calendars,
    times,
    /** Sets the answer; the copy is a minute old by then, and open times are computed again. */
    answers(listener: RequestListener): void {
      answer = listener;
      time += MINUTE_MS;
    },
    async becomes(listener: RequestListener): Promise<void> {
      this.answers(listener);
      await calendars.refresh();
      // Open times are computed every other second.
      time += 5_000;
    },
  };
}

test("a calendar that is down, a page, cut, hostile or redirects inside changes no offer and delays no page", async () => {
  const site = await start(GOOD);
  const { calendars, times } = site;
  // A busy machine may read it too late once.
  do await site.becomes((_, response) => response.end(GOOD));
  while (calendars.states()[0]?.readAt === undefined);
  const offered = await times();
  expect(offered).toContain(TUESDAY_ELEVEN);
  expect(offered).not.toContain(TUESDAY_TEN);
  const faults: RequestListener[] = [
    (_, response) => response.destroy(),
    () => undefined,
    (_, response) => response.end("<!doctype html><title>Sign in</title>"),
    (_, response) => response.end(GOOD.slice(0, -20)),
    (_, response) => response.writeHead(302, { location: "https://169.254.169.254/latest" }).end(),
    (_, response) => response.end(HOSTILE),
  ];
  const took: number[] = [];
  for (const fault of faults) {
    const read = site.becomes(fault).then(() => true);
    for (let done = false; !done;) {
      const begun = performance.now();
      expect(await times()).toEqual(offered);
      took.push(performance.now() - begun);
      done = await Promise.race([read, new Promise<false>((next) => setTimeout(() => next(false), 20))]);
    }
    expect(await times()).toEqual(offered);
    expect(calendars.states()[0]?.reason).toEqual(expect.any(String));
  }
  // The median: other programs of the machine delay single ones.
  expect(took.toSorted((a, b) => a - b)[Math.floor(took.length / 2)]).toBeLessThan(100);
});

test("an event that came since the last read prevents the confirmation of a call", async () => {
  const site = await start(calendar());
  const { server, times } = site;
  await site.becomes((_, response) => response.end(calendar()));
  expect(await times()).toContain(TUESDAY_TEN);
  const fields = Object.fromEntries(new URLSearchParams(String(postForm().body)));
  site.answers((_, response) => response.end(GOOD));
  const answer = await server.send(
    submit("/schedule", { ...fields, startsAt: TUESDAY_TEN, zone: "Europe/London" }),
  );
  expect(answer.status).toBe(409);
  expect(await server.store.run("bookings", { since: "1970-01-01T00:00:00.000Z" })).toEqual({
    kind: "ok",
    value: [],
  });
});

test("the inbox reports a calendar that cannot be read, by its position, with the age of its copy", async () => {
  const state = {
    id: "x",
    number: 2,
    triedAt: "2027-03-01T11:59:00.000Z",
    readAt: "2027-03-01T02:00:00.000Z",
    reason: "The answer was 404.",
    eventDate: "2027-03-09",
  };
  const server = await startServer({ calendars: () => [state] });
  const answer = await server.send({ path: INBOX.path, headers: await signIn(server) });
  expect(viewOf(answer)).toMatchObject({ view: "list", calendars: [state] });
});
