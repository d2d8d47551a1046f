/** Calls that are held until they are confirmed by mail, once more were booked within a day than a day holds. */
import { expect, test } from "vitest";
import { HONEYPOT_FIELD } from "../../contract/form-timing.ts";
import { workingHours } from "../fakes/build.ts";
import type { TestServer } from "../fakes/server.ts";
import { LINKS } from "../fakes/outgoing.ts";
import { formRequest } from "./inbox-request.ts";
import { book, bookings, MONDAY_SEVEN, RATE_LIMIT, site, stateOf, timesOf } from "./schedule-request.ts";

const MINUTE = 60_000;

/** A site whose days hold two calls, both booked today, and a third one that is held. */
async function crowded() {
  let time = MONDAY_SEVEN;
  const server = await site({
    now: () => time,

    rateLimit: RATE_LIMIT,
    trustProxy: 1,
    manifest: { workingHours: { ...workingHours, callsPerDay: 2 } },
  });
  // One of each day, since the days hold two.
  const all = await timesOf(server);
  const times = all.filter((at, n) => at.slice(0, 10) !== all[n - 1]?.slice(0, 10));
  const [, , third = "", fourth = ""] = times;
  for (const n of [0, 1])
    expect((await visit(server, n, times[n] ?? "")).headers["location"]).toMatch(/&booked$/);
  const answer = await visit(server, 2, third);
  const [held = expect.fail()] = await heldCalls(server);
  const token = LINKS.sign({
    purpose: "confirm",
    subject: held.id,
    expiresAt: MONDAY_SEVEN + 24 * 60 * MINUTE,
  });
  return {
    server,
    third,
    fourth,
    answer,
    held,
    path: `/schedule/confirm?token=${token}`,
    pass: (minutes: number) => (time += minutes * MINUTE),
  };
}

const visit = (server: TestServer, n: number, startsAt: string) =>
  book(server, { email: `v${n}@a.example`, startsAt }, { "x-forwarded-for": `198.51.${n}.1` });

const follow = (server: TestServer, { headers }: { headers: Record<string, unknown> }) =>
  server.send({ path: String(headers["location"]) });

async function leadOf(server: TestServer, id: string) {
  const found = await server.store.run("lead", id);
  return found.kind === "ok" ? found.value : expect.fail();
}

async function heldCalls(server: TestServer) {
  const rows = await server.store.run("read", { filters: [], order: [], offset: 0, limit: 9, count: false });
  const ids = rows.kind === "rows" ? rows.rows.map(({ id }) => id) : [];
  const leads = await Promise.all(ids.map((id) => leadOf(server, id)));
  return leads.flatMap((lead) => lead.bookings).filter(({ state }) => state === "held");
}

test("who books beyond them reads that the time is held and until when; it is taken, and the lead is stored with its wish", async () => {
  const { server, third, answer, held } = await crowded();
  expect(answer.status).toBe(303);
  const { schedule } = stateOf(await follow(server, answer));
  expect(schedule).toMatchObject({ view: "held", isOver: false, until: "2027-03-01T12:15:00.000Z" });
  expect(schedule, "only the mail has the link that confirms").not.toHaveProperty("confirm");
  expect(await timesOf(server)).not.toContain(third);
  const { wishedAt, outcome, deliveries } = await leadOf(server, held.leadId);
  expect([wishedAt, outcome]).toEqual([new Date(third).toISOString(), undefined]);
  const due = deliveries.filter(({ state }) => state === "due").map(({ kind }) => kind);
  expect(due).toEqual(expect.arrayContaining(["hold", "holding", "notification"]));
  expect(due).not.toContain("confirmation");
  expect(await bookings(server)).toHaveLength(2);
});

test("following the link of the mail changes nothing, and pressing its button books the call, once", async () => {
  const { server, path, held, pass } = await crowded();
  for (let n = 0; n < 3; n++)
    expect(stateOf(await server.send({ path })).schedule).toMatchObject({
      view: "held",
      confirm: expect.any(String),
    });
  expect(await bookings(server)).toHaveLength(2);
  pass(1);
  const pressed = await server.send(formRequest(path));
  expect(pressed.status).toBe(303);
  const shown = { view: "call", phase: "ahead", just: "booked" };
  expect(stateOf(await follow(server, pressed)).schedule).toMatchObject(shown);
  expect(await bookings(server)).toHaveLength(3);
  expect(await server.send(formRequest(path)), "again").toMatchObject({ status: 303 });
  expect(await server.send({ path })).toMatchObject({ status: 303 });
  const { outcome, wishedAt } = await leadOf(server, held.leadId);
  expect([outcome, wishedAt]).toEqual(["booked", undefined]);
});

test("a suspected lead's visitor reads no promise of a mail", async () => {
  const { server, fourth } = await crowded();
  const form = { email: "v7@a.example", startsAt: fourth, [HONEYPOT_FIELD]: "Hello" };
  const answer = await book(server, form, { "x-forwarded-for": "198.51.7.1" });
  expect(stateOf(await follow(server, answer)).schedule).toMatchObject({ view: "held", isMailed: false });
});

test("no other link confirms a call, and no other site's form", async () => {
  const { server, path, held } = await crowded();
  const other = LINKS.sign({ purpose: "booking", subject: held.id, expiresAt: MONDAY_SEVEN + MINUTE });
  expect((await server.send(formRequest(`/schedule/confirm?token=${other}`))).status).toBe(403);
  expect((await server.send(formRequest(path, {}, { "sec-fetch-site": "cross-site" }))).status).toBe(403);
  expect(await bookings(server)).toHaveLength(2);
});

test("without that the time is free a quarter of an hour later, and the page and the button say what became of it", async () => {
  const { server, path, third, pass } = await crowded();
  pass(16);
  expect(await timesOf(server)).toContain(third);
  expect(stateOf(await server.send({ path })).schedule).toMatchObject({ view: "held", isOver: true });
  expect(stateOf(await follow(server, await visit(server, 3, third))).schedule.view).toBe("held");
  // However often: a press that books nothing costs nothing.
  for (let n = 0; n < 6; n++) {
    const pressed = await server.send(formRequest(path));
    expect(pressed.status).toBe(409);
    expect(stateOf(pressed).schedule).toMatchObject({ view: "held", notice: "taken" });
    pass(1);
  }
  pass(16);
  expect((await server.send(formRequest(path))).status, "free again").toBe(303);
});

test("a form that is sent twice holds one time, another time takes its place, and a day later calls are booked at once", async () => {
  const { server, third, fourth, answer, pass } = await crowded();
  expect((await visit(server, 2, third)).headers["location"]).toBe(answer.headers["location"]);
  await visit(server, 2, fourth);
  expect(await heldCalls(server)).toMatchObject([{ startsAt: new Date(fourth).toISOString() }]);
  expect(await timesOf(server)).toContain(third);
  pass(24 * 60);
  const later = (await timesOf(server)).at(-1) ?? "";
  expect(stateOf(await follow(server, await visit(server, 5, later))).schedule.view).toBe("call");
});
