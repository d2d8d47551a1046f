/** `list` on a real store, with a stopped clock. */
import { HOUR_MS } from "../../contract/durations.ts";
import { expect, test } from "vitest";
import { openCommands } from "../../tests/support/command.ts";
import { leadRow } from "../../tests/support/leads.ts";
import { insertLeads } from "../../server/leads/insert-leads.ts";
import { timeLeft } from "./list.ts";
import { inbox } from "../content.ts";

test("list sorts the leads by time left, and shows it", async () => {
  const { run, addLead, clock } = await openCommands();
  const late = await addLead({ name: "Ben Late" });
  clock.time += 26 * HOUR_MS;
  const fresh = await addLead();
  clock.time += 30_000;
  expect(await run("list")).toEqual({
    out: [`-2 h          ${late}  Ben Late, Ortiz HVAC`, `23 h 59 min   ${fresh}  Dana Ortiz, Ortiz HVAC`],
    notes: ["2 leads"],
  });
});

test("list says of how many leads it shows the first", async () => {
  const { run, store } = await openCommands();
  await insertLeads(store, { rows: Array.from({ length: 101 }, (_, number) => leadRow(number)) });
  const { out, notes } = await run("list");
  expect(out).toHaveLength(100);
  expect(notes).toEqual(["101 leads, the first 100"]);
});

test.each([
  [[], inbox.empty.open],
  [["--show", "answered"], inbox.empty.answered],
  [["--show", "all"], inbox.empty.all],
])("list with %j and nothing to list says so", async (args, sentence) => {
  const { run } = await openCommands();
  expect(await run("list", ...args)).toEqual({ out: [], notes: [sentence] });
});

test("list lets no control character that a visitor wrote reach the terminal", async () => {
  const { run, addLead } = await openCommands();
  await addLead({ name: "\u202Eevil\u2066" });
  expect((await run("list")).out.join("")).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
});

const NOW = Date.parse("2026-11-20T12:00:00Z");

test.each([
  ["2026-11-21T11:59:30Z", "23 h 59 min"],
  ["2026-11-20T12:00:59Z", "0 min"],
  ["2026-11-20T11:00:00Z", "-1 h"],
  ["2026-11-08T09:00:00Z", "-12 d 3 h"],
])("a lead that is due at %s has %s", (dueAt, left) => {
  expect(timeLeft({ dueAt, answeredAt: undefined }, NOW)).toBe(left);
});
