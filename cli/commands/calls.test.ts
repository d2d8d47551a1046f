/** `calls`: lists calls, changes them by the end of an id, and closes times. */
import { expect, test } from "vitest";
import { calls } from "../../site/content/schedule.ts";
import { openTestAdmin } from "../../tests/fakes/command.ts";
import { leadRow } from "../../tests/fakes/leads.ts";

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
  await expect(run("calls", "move", "000c0111", "2027-03-05T15:00:00Z")).rejects.toThrow(calls.over);
  const other = await open();
  other.later("2027-03-02T15:05:00.000Z");
  expect((await other.run("calls", "missed", "000c0111")).out).toEqual(["The visitor did not come."]);
});

test("a time is closed and opened again, and no call can be moved into a closed time", async () => {
  const { run } = await open();
  const { out } = await run("calls", "close", "2027-03-03T12:00", "2027-03-03T14:00");
  const [, id = ""] = /^Closed: (\w{8})\.$/.exec(out[0] ?? "") ?? [];
  expect((await run("calls")).out.at(-1)).toBe(`closed Mar 3, 12:00 PM EST - Mar 3, 2:00 PM EST  ${id}`);
  await expect(run("calls", "move", "000c0111", "2027-03-03T13:00")).rejects.toThrow(calls.taken);
  expect((await run("calls", "open", id)).out).toEqual(["Open again."]);
  expect((await run("calls", "move", "000c0111", "2027-03-03T13:00")).out).toHaveLength(1);
});
