/** The board: its days, those of an address, the nearest times, and what it shows while the times cannot be read. */
import { expect, test } from "vitest";
import { workingHours } from "../support/build.ts";
import { book, MONDAY_SEVEN, site, stateOf, timesOf } from "./schedule-request.ts";

test.each([
  ["all is taken", [{ days: ["tuesday"], from: "10:00", to: "10:20" }], "full"],
  ["no time is ever open", [], "closed"],
] as const)("where %s the page says so", async (_, weekly, why) => {
  const server = await site({ manifest: { workingHours: { ...workingHours, weekly, horizonDays: 7 } } });
  await book(server);
  expect(stateOf(await server.send({ path: "/schedule" })).schedule).toMatchObject({ view: "none", why });
});

test("while the store is away, the last board is shown until its times are over", async () => {
  let time = MONDAY_SEVEN + 365 * 24 * 60 * 60 * 1000;
  const server = await site({ now: () => time });
  await server.send({ path: "/schedule" });
  time = MONDAY_SEVEN;
  expect((await timesOf(server))[0]).toBe("2027-03-01T16:00:00Z");
  await server.store.close();
  // Open times are cached for two seconds.
  time += 3_000;
  const known = await server.send({ path: "/schedule" });
  expect(known.status).toBe(200);
  expect(stateOf(known).schedule).toMatchObject({ view: "times", notice: "old", day: "2027-03-01" });
  time += 24 * 60 * 60 * 1000;
  expect(stateOf(await server.send({ path: "/schedule" })).schedule).toMatchObject({
    notice: "old",
    day: "2027-03-02",
    soonest: { 0: "2027-03-02T16:30:00Z" },
  });
  time += 365 * 24 * 60 * 60 * 1000;
  const page = await server.send({ path: "/schedule" });
  expect(page.status).toBe(503);
  expect(stateOf(page).schedule).toMatchObject({ view: "none", why: "unavailable" });
  expect(await server.send({ path: "/schedule/times" })).toMatchObject({ status: 503 });
});
