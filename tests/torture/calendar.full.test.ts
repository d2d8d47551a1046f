/** Eight addresses that book all that the limits allow, for four days: how many honest visitors still get a call. */
import { expect, test } from "vitest";
import { content } from "../content.ts";
import { LINKS } from "../fakes/outgoing.ts";
import { formRequest } from "../wire/inbox-request.ts";
import { book, MONDAY_SEVEN, RATE_LIMIT, site, stateOf, timesOf } from "../wire/schedule-request.ts";
import { often } from "./scene.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ADDRESSES = 8;
/** Minutes between two rounds of the strangers, as long as a call is held. An address may book ten calls an hour. */
const ROUND = 15;
const CALLS_A_ROUND = 2 * ADDRESSES;
/** Honest visitors on each day from the second on, one an hour from nine on. */
const A_DAY = 8;
const DAYS = often(3, 1);
/** The strangers begin on the first day; in the short form just before the second. */
const BEGIN = often(0, 24 * HOUR);

/** @param presses whether the strangers have a mailbox for each call, too, and press the button of each mail */
async function besideStrangers(presses: boolean) {
  let time = MONDAY_SEVEN + BEGIN;
  const { workingHours } = content;
  const server = await site({
    now: () => time,
    elapsed: () => time,
    trustProxy: 1,
    rateLimit: RATE_LIMIT,
    manifest: { workingHours },
  });
  let visitors = 0;

  /** @returns whether a call is booked in the end */
  async function tryToBook(address: string, startsAt: string, isPressed: boolean): Promise<boolean> {
    const from = { "x-forwarded-for": address };
    const email = `visitor-${visitors++}@sample.example`;
    const { headers } = await book(server, { email, startsAt, callNumber: "+1 201 555 0142" }, from);
    const path = String(headers["location"] ?? "");
    if (path.endsWith("&booked")) return true;
    const token = new URLSearchParams(path.split("?")[1]).get("token") ?? "";
    const call = LINKS.verify(token, "booking", time);
    if (!isPressed || call.kind !== "valid") return false;
    const { schedule } = stateOf(await server.send({ path, headers: from }));
    if (schedule.view !== "held") return false;
    time += 3 * MINUTE;
    const { subject } = call;
    const confirm = LINKS.sign({ purpose: "confirm", subject, expiresAt: Date.parse(startsAt) });
    const pressed = await server.send(formRequest(`/schedule/confirm?token=${confirm}`, {}, from));
    return String(pressed.headers["location"]).endsWith("&booked");
  }

  const day = 24 * HOUR;
  const honest = Array.from(
    { length: DAYS * A_DAY },
    (_, n) => MONDAY_SEVEN + Math.floor(1 + n / A_DAY) * day + (2 + (n % A_DAY)) * HOUR,
  );
  const total = honest.length;
  let booked = 0;
  while (honest.length > 0) {
    time += ROUND * MINUTE;
    const open = await timesOf(server, "from=2027-03-01&days=60");
    for (const [n, at] of open.slice(0, CALLS_A_ROUND).entries())
      await tryToBook(`203.${n % ADDRESSES}.113.9`, at, presses);
    while (time >= (honest[0] ?? Infinity)) {
      honest.shift();
      // Any of the nearest open times.
      const shown = (await timesOf(server, "from=2027-03-01&days=60")).slice(0, 60);
      const wanted = shown[(honest.length * 7) % Math.max(1, shown.length)];
      if (wanted !== undefined && (await tryToBook(`198.51.${honest.length}.7`, wanted, true))) booked++;
    }
  }
  return { booked, total };
}

const WAYS = [
  { presses: false, name: "close the calendar" },
  { presses: true, name: "close the calendar, and press the button of each of their mails" },
];

for (const { presses, name } of WAYS.slice(0, often(WAYS.length, 1)))
  test(`honest visitors beside ${ADDRESSES} addresses that ${name}`, async ({ task }) => {
    const { booked, total } = await besideStrangers(presses);
    const fault = `${ADDRESSES} addresses book all calls that the limits allow, for four days: they ${name}`;
    const result = `${booked} of ${total} honest visitors of days 2 to ${1 + DAYS} booked a call`;
    task.meta.torture = { fault, times: "once", result };
    // Whoever has a mailbox for each call still fills the calendar, more slowly.
    if (!presses) expect(booked).toBe(total);
  }, 900_000);
