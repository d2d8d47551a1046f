/** The scheduling page under load, and without its store. */
import { expect, test } from "vitest";
import { workingHours } from "../support/build.ts";
import {
  book,
  bookings,
  callLink,
  MONDAY_SEVEN,
  RATE_LIMIT,
  shown,
  site,
  stateOf,
  timesOf,
} from "./schedule-request.ts";

const json = { accept: "application/json" };

test("while the store is closed, the last board is shown until its times have passed", async () => {
  const day = 24 * 60 * 60 * 1000;
  let time = MONDAY_SEVEN + 365 * day;
  const server = await site({ now: () => time });
  await shown(server);
  time = MONDAY_SEVEN;
  expect((await timesOf(server))[0]).toBe("2027-03-01T16:00:00Z");
  await server.store.close();
  // Open times are cached for two seconds.
  time += 3_000;
  expect(await shown(server)).toMatchObject({
    view: "times",
    notice: "old",
    day: "2027-03-01",
  });
  time += day;
  const tuesday = {
    notice: "old",
    day: "2027-03-02",
    soonest: { 0: "2027-03-02T16:30:00Z" },
  };
  expect(await shown(server)).toMatchObject(tuesday);
  time += 365 * day;
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

test("the page is rendered again only after a booking, and ignores a phone number in the URL", async () => {
  const rendered: unknown[] = [];
  const server = await site({
    render: async ({ schedule }) => `<p>${rendered.push(schedule)}</p>`,
  });
  const askOften = async () => {
    const paths = Array.from(
      { length: 30 },
      (_, n) => `/schedule?utm_source=${n}`,
    );
    const answers = await Promise.all(
      paths.map((path) => server.send({ path })),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
  };
  await askOften();
  await book(server);
  await askOften();
  expect(rendered).toHaveLength(2);
  const [at] = await timesOf(server);
  await server.send({ path: `/schedule?at=${at}&phone=1` });
  expect(rendered[2]).toMatchObject({ view: "form", startsAt: at, phone: "" });
});

test("a flood of ten networks takes no board and no call's page from anybody", async () => {
  const days: unknown[] = [];
  const server = await site({
    trustProxy: 1,
    rateLimit: RATE_LIMIT,
    render: async (state) => {
      if (state.schedule?.view === "times") days.push(state.schedule.day);
      return `<script type="application/json" id="state">${JSON.stringify(state)}</script>`;
    },
  });
  const from = (address: string, path: string) =>
    server.send({ path, headers: { "x-forwarded-for": address } });
  const link = await callLink(server);
  const zones = Intl.supportedValuesOf("timeZone");
  for (let n = 0; n < 150; n++) {
    const address = `${n % 10}.0.0.1`;
    const same = await from(address, "/schedule?day=2027-03-02");
    expect(stateOf(same).schedule).toMatchObject({ day: "2027-03-02" });
    const other = `/schedule?day=2027-03-03&zone=${zones[n]}`;
    expect((await from(address, other)).status).toBe(200);
  }
  expect(days.filter((day) => day === "2027-03-02")).toHaveLength(1);
  const { schedule } = stateOf(await from("1.0.0.1", link));
  expect(schedule).toMatchObject({ view: "call", phase: "ahead" });
  const wanted = { day: "2027-03-04", zone: "Asia/Tokyo" };
  const stranger = `/schedule?${new URLSearchParams(wanted)}`;
  expect(stateOf(await from("99.0.0.1", stranger)).schedule).toMatchObject(
    wanted,
  );
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
