/** `calls`: lists calls, changes them by the end of an id, and closes times. */
import { expect, test } from "vitest";
import { openTestAdmin } from "../../tests/fakes/command.ts";
import { leadRow } from "../../tests/fakes/leads.ts";
import { calls } from "../content.ts";

const NOW = "2027-03-01T12:00:00.000Z";
const CALL = "01932000-0000-7000-8000-0000000c0111";

async function open() {
  let now = Date.parse(NOW);
  const admin = await openTestAdmin({ now: () => now });
  await admin.store.run("book", {
    id: CALL,
    lead: { rows: [leadRow(1)] },
    startsAt: "2027-03-02T15:00:00.000Z",
    endsAt: "2027-03-02T15:20:00.000Z",
    blockedUntil: "2027-03-02T15:30:00.000Z",
    zone: "UTC",
    phone: "+1 555 0100",
    limit: { from: NOW, to: NOW, callsPerDay: 1 },
    now: NOW,
    deliveries: [],
  });
  return { ...admin, later: (time: string) => void (now = Date.parse(time)) };
}

test("calls lists them on the agency's clock, with the number to call", async () => {
  const { run } = await open();
  const { out, notes } = await run("calls");
  expect(out.join("\n")).toMatch(/Mar 2, 10:00 AM EST +Dana Ortiz, Ortiz HVAC +\+1 555 0100 +000c0111/);
  expect(notes).toEqual(["1 call."]);
  expect(JSON.parse((await run("calls", "--json")).out.join())).toMatchObject({
    calls: [{ id: CALL }],
    closed: [],
  });
});

test("calls are moved, also beyond the agency's hours, cancelled, and marked as missed once they have begun", async () => {
  const { run } = await open();
  await expect(run("calls", "missed", "000c0111")).rejects.toThrow("has not begun");
  await expect(run("calls", "move", "000c0111", "tomorrow")).rejects.toThrow('"tomorrow" is not a time.');
  expect((await run("calls", "move", "000c0111", "2027-03-06T20:00")).out).toEqual([
    "The call is on Mar 6, 8:00 PM EST.",
  ]);
  expect((await run("calls", "cancel", "000c0111")).out).toEqual(["The call is cancelled."]);
  await expect(run("calls", "move", "000c0111", "2027-03-05T15:00:00Z")).rejects.toThrow(calls.refused.over);
  const other = await open();
  other.later("2027-03-02T15:05:00.000Z");
  expect((await other.run("calls", "missed", "000c0111")).out).toEqual(["The visitor did not come."]);
});

test("a time is closed and opened again, and no call can be moved into a closed time", async () => {
  const { run } = await open();
  const { out } = await run("calls", "close", "2027-03-03T12:00", "2027-03-03T14:00");
  const [, id = ""] = /^Closed: (\w{8})\.$/.exec(out[0] ?? "") ?? [];
  expect((await run("calls")).out.at(-1)).toBe(`closed Mar 3, 12:00 PM EST - Mar 3, 2:00 PM EST  ${id}`);
  await expect(run("calls", "move", "000c0111", "2027-03-03T13:00")).rejects.toThrow(calls.refused.taken);
  expect((await run("calls", "open", id)).out).toEqual(["Open again."]);
  expect((await run("calls", "move", "000c0111", "2027-03-03T13:00")).out).toHaveLength(1);
});

test("a call is booked for a lead at an open time, and a time that cannot be booked is refused with a sentence", async () => {
  const { run, addLead, store } = await open();
  const id = await addLead({ email: "other@sample.co" });
  const book = (time: string, ...more: string[]) => run("calls", "book", id.slice(-8), time, ...more);
  const phone = ["--phone", "(201) 555-0142"];
  await expect(book("2027-03-03T09:00")).rejects.toThrow(calls.refused.number);
  await expect(book("2027-02-03T09:00", ...phone)).rejects.toThrow(calls.refused.past);
  await expect(book("2027-03-02T10:10", ...phone)).rejects.toThrow(calls.refused.taken);
  await expect(book("soon", ...phone)).rejects.toThrow('"soon" is not a time.');
  expect((await book("2027-03-03T09:00", ...phone)).out).toEqual(["The call is on Mar 3, 9:00 AM EST."]);
  await expect(book("2027-03-04T09:00", ...phone)).rejects.toThrow(calls.refused["has-call"]);
  const shown = (await run("show", id)).out.join("\n");
  expect(shown).toMatch(/Call +Wed, Mar 3, 9:00 AM EST/);
  expect(shown).toMatch(/Number to call +\+12015550142/);
  const found = await store.run("lead", id);
  expect(found).toMatchObject({ value: { outcome: "booked", bookings: [{ zone: "America/New_York" }] } });
  const kinds = found.kind === "ok" ? found.value.deliveries.map(({ kind }) => kind) : [];
  expect(kinds).toContain("invitation");

  const caller = await addLead({ email: "+12015550143@phone.invalid" });
  await run("calls", "book", caller, "2027-03-05T09:00");
  const called = await store.run("lead", caller);
  const states = called.kind === "ok" ? called.value.deliveries : [];
  expect(
    states.find(({ kind }) => kind === "invitation"),
    "nobody is mailed at a number",
  ).toMatchObject({ state: "cancelled" });
  await run("outcome", id, "spam");
  await expect(book("2027-03-08T09:00", ...phone)).rejects.toThrow(calls.refused.spam);
});
