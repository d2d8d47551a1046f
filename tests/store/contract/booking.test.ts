import { expect } from "vitest";
import type { StoredWish } from "../../../contract/call/booking.ts";
import { VISITOR } from "../../../contract/mail/delivery.ts";
import {
  closeTime,
  deleteClosedTime,
  readBusyTimes,
} from "../../../server/calls/stored-calls.ts";
import {
  ANA,
  BEN,
  HALF_PAST,
  NEXT_DAY,
  SPAM,
  UNKNOWN,
  TEN,
  booked,
  minutesAfter,
  other,
  untilAvailable,
} from "./scenario.ts";
import { scenarioTest as test } from "./stores.ts";

for (const [inTurn, owner, told] of [
  [true, BEN, [BEN]],
  [true, "", [ANA, BEN]],
  [false, BEN, [ANA, BEN]],
] as const)
  test(`of a call of a lead of ${owner || "nobody"}, ${told.join(" and ")} are told`, async (scenario) => {
    const team = [ANA, BEN];
    scenario.settings.readers = async () => ({ leads: team, team, inTurn });
    const { id } = await scenario.lead();
    await scenario.assign(id, owner);
    const { booking } = await scenario.bookCall(TEN, id);
    const readers = async () => {
      const mails = (await scenario.send()).map(({ target }) => target);
      return mails.filter(Boolean).toSorted();
    };
    expect(await readers()).toEqual(told);
    await scenario.assign(id, ANA);
    await scenario.move(booking.id, HALF_PAST);
    expect(await readers(), "who was told before, too").toEqual(team);
    await scenario.assign(id, BEN);
    const left = { leads: [ANA], team: [ANA], inTurn };
    scenario.settings.readers = async () => left;
    await scenario.cancel(booking.id);
    expect(await readers(), "nobody who has left").toEqual([ANA]);
  });

test("in turn, a person's next lead goes to the latest owner who is in the team", async (scenario) => {
  const owners: unknown[] = [];
  for (const [next, ...team] of [
    [BEN, ANA, BEN],
    [ANA, ANA, BEN],
    [ANA, ANA, BEN],
    [BEN, BEN],
  ]) {
    const readers = { leads: team, team, inTurn: true };
    scenario.settings.readers = async () => readers;
    const { id } = await scenario.lead();
    owners.push((await scenario.detail(id)).owner);
    await scenario.assign(id, next ?? "");
  }
  expect(owners).toEqual([ANA, BEN, ANA, BEN]);
});

test("at night the agency is told at once only of a call that was, or is, to begin before nine", async (scenario) => {
  Object.assign(scenario.settings, { mailLeadsAtNight: false });
  scenario.now = "2026-11-21T03:00:00.000Z";
  const { booking } = await scenario.bookCall("2026-11-21T13:59:00.000Z");
  expect(await scenario.sendAll()).toBe("booking invitation");
  await scenario.move(booking.id, TEN);
  expect(await scenario.sendAll()).toBe("booking invitation");
  await scenario.move(booking.id, HALF_PAST);
  expect(await scenario.sendAll()).toBe("invitation");
  await scenario.services.sendTest();
  expect(await scenario.sendAll()).toBe("confirmation notification");
});

test("a wish keeps its time when a number follows, and a call by video leaves the number alone", async (scenario) => {
  const { id } = await scenario.lead();
  const number = { zone: "UTC", phone: "+12015550142" };
  const wishAfter = async (wish: StoredWish) => {
    await scenario.wish(id, wish);
    return (await scenario.detail(id)).wish;
  };
  await wishAfter({ at: TEN, zone: "UTC", phone: "" });
  expect(await wishAfter(number)).toEqual({ at: TEN, ...number });
  expect(await scenario.names("all", number.phone)).toHaveLength(1);
  const { booking } = await scenario.bookCall(HALF_PAST, id, { phone: "" });
  expect((await scenario.detail(id)).wish).toEqual(number);
  expect(await wishAfter({ at: TEN, ...number })).toEqual(number);
  await scenario.cancel(booking.id);
  expect(await wishAfter({ at: TEN, ...number })).toHaveProperty("at", TEN);
});

test("exactly one of many requests for one time, or for overlapping times, succeeds", async (scenario) => {
  const requests = Array.from({ length: 12 }, (_, n) =>
    untilAvailable(() =>
      scenario.book(n % 2 === 0 ? TEN : minutesAfter(TEN, 25), other(n)),
    ),
  );
  const kinds = (await Promise.all(requests))
    .map(({ kind }) => kind)
    .toSorted();
  expect(kinds).toEqual([
    "booked",
    ...Array.from({ length: 11 }, () => "taken"),
  ]);
  expect((await scenario.list()).total).toBe(1);
  // Whichever request succeeded, its call and gap end within an hour after TEN.
  await scenario.bookCall(minutesAfter(TEN, 60), other(41));
});

test("a repeated request gets the same booking, and an address has at most one upcoming call that is no spam", async (scenario) => {
  await scenario.bookCall(NEXT_DAY, SPAM);
  const { booking } = await scenario.bookCall(TEN);
  expect(await scenario.book(TEN)).toMatchObject({
    kind: "booked",
    repeated: true,
    booking,
  });
  expect(await scenario.book(HALF_PAST)).toMatchObject({
    kind: "has-call",
    booking,
  });
  // A taken time hides whether the address has
  // a call, so that nobody can spy on visitors.
  for (const lead of [{ problems: "Others" }, other(1)])
    expect(await scenario.book(TEN, lead)).toEqual({ kind: "taken" });
  await scenario.cancel(booking.id);
  expect(await scenario.book(TEN)).toMatchObject({
    kind: "booked",
    repeated: false,
  });
  expect((await scenario.calls()).map(({ state }) => state).toSorted()).toEqual(
    ["booked", "booked", "cancelled"],
  );
});

test("no call is booked for an unknown lead", async (scenario) => {
  expect(await scenario.book(TEN, UNKNOWN)).toEqual({ kind: "missing" });
});

test("a call cannot be moved onto another call", async (scenario) => {
  await scenario.book(HALF_PAST, other(1));
  const { booking } = await scenario.bookCall(TEN);
  expect(await scenario.move(booking.id, minutesAfter(TEN, 10))).toEqual({
    kind: "taken",
  });
});

test("nobody of a site without this mail gets one about a missed call", async (scenario) => {
  const { booking } = await scenario.bookCall(TEN);
  await scenario.sendAll();
  scenario.now = TEN;
  scenario.hours = { mailMissed: false };
  await scenario.say(booking.id, "missed");
  expect(await scenario.sendAll()).toBe("");
});

test("a call that the agency moves to another season keeps the visitor's zone, not its former offset", async (scenario) => {
  const zone = "-06:00[America/New_York]";
  const { booking } = await scenario.bookCall(TEN, {}, { zone });
  expect(
    await scenario.move(booking.id, "2027-07-01T10:00:00.000Z"),
  ).toMatchObject({ booking: { zone: "America/New_York" } });
});

test("a closed time cannot be booked until it is opened, but the times around it can", async (scenario) => {
  const closed = { id: UNKNOWN, startsAt: TEN, endsAt: HALF_PAST };
  await closeTime(scenario.store, closed);
  expect(await scenario.book(minutesAfter(TEN, 20))).toEqual({ kind: "taken" });
  const busy = await readBusyTimes(scenario.store, scenario.now);
  expect(busy).toEqual([{ startsAt: TEN, endsAt: HALF_PAST, kind: "closed" }]);
  for (const minutes of [-30, 30])
    await scenario.bookCall(minutesAfter(TEN, minutes), other(minutes));
  expect(await deleteClosedTime(scenario.store, closed.id)).toHaveLength(1);
  await scenario.bookCall(TEN, other(0));
});

test("a full day, counted from midnight, cannot be booked; cancelled calls do not count", async (scenario) => {
  scenario.hours = { callsPerDay: 1 };
  const book = (startsAt: string, n: number) =>
    scenario.book(startsAt, other(n), { by: VISITOR });
  const next = booked(await book("2026-11-24T05:00:00.000Z", 1));
  expect(await book("2026-11-24T15:00:00.000Z", 2)).toEqual({ kind: "taken" });
  const { booking } = booked(await book("2026-11-23T15:00:00.000Z", 3));
  // A call that is moved within its day needs no free place.
  expect(
    await scenario.move(booking.id, "2026-11-23T20:00:00.000Z", VISITOR),
  ).toMatchObject({
    kind: "changed",
  });
  await scenario.cancel(booking.id);
  const starts = (await scenario.calls()).map(({ startsAt }) => startsAt);
  expect(starts).toEqual([
    "2026-11-23T20:00:00.000Z",
    "2026-11-24T05:00:00.000Z",
  ]);
  expect(await readBusyTimes(scenario.store, scenario.now)).toMatchObject([
    { endsAt: "2026-11-24T05:30:00.000Z" },
  ]);
  booked(await book("2026-11-23T15:00:00.000Z", 2));
  // The agency may take on more.
  await scenario.bookCall("2026-11-23T20:00:00.000Z", other(4), { by: ANA });
  expect(
    await scenario.move(next.booking.id, "2026-11-23T22:00:00.000Z", ANA),
  ).toMatchObject({ kind: "changed" });
});
