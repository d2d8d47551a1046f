/** The scheduling page under load, and without its store. */
import { expect, test } from "vitest";
import { DAY_MS } from "../../contract/durations.ts";
import { workingHours } from "../support/build.ts";
import {
  book,
  bookings,
  MONDAY_SEVEN,
  RATE_LIMIT,
  shown,
  site,
  stateOf,
  timesOf,
} from "./schedule-request.ts";

const json = { accept: "application/json" };

test("while the store is closed, the last board is shown until its times have passed", async () => {
  const server = await site({ at: MONDAY_SEVEN + 365 * DAY_MS });
  const { clock } = server;
  await shown(server);
  clock.now = MONDAY_SEVEN;
  expect((await timesOf(server))[0]).toBe("2027-03-01T16:00:00Z");
  await server.store.close();
  // Open times are cached for two seconds.
  clock.now += 3_000;
  expect(await shown(server)).toMatchObject({
    view: "times",
    notice: "old",
    day: "2027-03-01",
  });
  clock.now += DAY_MS;
  const tuesday = {
    notice: "old",
    day: "2027-03-02",
    soonest: { 0: "2027-03-02T16:30:00Z" },
  };
  expect(await shown(server)).toMatchObject(tuesday);
  clock.now += 365 * DAY_MS;
  const page = await server.send({ path: "/schedule" });
  expect(page.status).toBe(503);
  expect(stateOf(page).schedule).toMatchObject({
    view: "none",
    why: "unavailable",
  });
  expect(await server.send({ path: "/schedule/times" })).toMatchObject({
    status: 503,
  });
});

test("one network can book three calls a day, and a fourth lead is stored with its wish", async () => {
  const manifest = { workingHours: { ...workingHours, callsPerDay: 100 } };
  const server = await site({ trustProxy: 1, rateLimit: RATE_LIMIT, manifest });
  const times = await timesOf(server, "from=2027-03-02&days=14");
  let calls = 0;
  const from = async (address: string, startsAt = times[2 * calls] ?? "") =>
    book(
      server,
      { email: `c${++calls}@a.example`, startsAt },
      { "x-forwarded-for": address, ...json },
    );
  // A request for a time that was never open does not count.
  for (let n = 0; n < 4; n++)
    expect((await from("203.0.113.1", "2027-03-02T03:00:00Z")).status).toBe(
      422,
    );
  for (let n = 1; n <= 3; n++)
    expect((await from(`203.0.113.${n}`)).status).toBe(200);
  const refused = await from("203.0.113.1");
  expect(refused.status).toBe(409);
  expect(JSON.parse(refused.body)).toMatchObject({
    schedule: { view: "kept", why: "limit" },
  });
  expect(await bookings(server)).toHaveLength(3);
  expect((await from("198.51.100.1")).status).toBe(200);
});

test("of twelve pages of its own at once, an address gets ten, and twice the page that everybody gets", async () => {
  const server = await site({ rateLimit: RATE_LIMIT });
  const times = (await timesOf(server)).slice(0, 12);
  const states = await Promise.all(
    times.map((at) => shown(server, `/schedule?at=${at}`)),
  );
  const views = states.map(({ view }) => view);
  expect(views.filter((view) => view === "form")).toHaveLength(10);
  expect(views.filter((view) => view === "times")).toHaveLength(2);
});
