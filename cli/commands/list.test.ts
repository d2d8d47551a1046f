/** `list` and `funnel` on a real store, with a stopped clock. */
import stringWidth from "string-width";
import { HOUR_MS } from "../../contract/durations.ts";
import { expect, test } from "vitest";
import { openAtNoon } from "../../tests/fakes/command.ts";
import { LEAD } from "../../tests/fakes/leads.ts";
import { timeLeft } from "./list.ts";
import { inbox } from "../content.ts";

test("funnel has a line for each source and one for all, or says that there is nothing", async () => {
  const { run, addLead } = await openAtNoon();
  expect((await run("funnel")).notes).toEqual([inbox.funnel.empty]);
  await addLead();
  const { out } = await run("funnel", "--days", "7");
  expect(out.map((line) => line.split(/ {2,}/))).toMatchObject([
    ["SOURCE", "VISITS", "BEGUN", "SENT", "FAILED", "SCHEDULER", "DEMO", "LEADS", "BOOKED", "WON"],
    ["other", "0", "0", "0", "0", "0", "0", "1", "0", "0"],
    [inbox.funnel.all, "0", "0", "0", "0", "0", "0", "1", "0", "0"],
  ]);
});

test("list sorts the leads by time left, and shows it", async () => {
  const { run, addLead, clock } = await openAtNoon();
  const late = await addLead({ name: "Ben Late" });
  clock.time += 26 * HOUR_MS;
  const fresh = await addLead();
  clock.time += 30_000;
  expect(await run("list")).toEqual({
    out: [
      "TIME LEFT     WHO                                       FROM            ID",
      `-2 h          Ben Late, Ortiz HVAC                                      ${late.slice(-8)}`,
      `23 h 59 min   Dana Ortiz, Ortiz HVAC                                    ${fresh.slice(-8)}`,
    ],
    notes: ["2 leads"],
  });
});

test("list goes page by page", async () => {
  const { run, addLead } = await openAtNoon();
  for (const name of ["A", "B", "C"]) await addLead({ name });
  const second = await run("list", "--size", "2", "--page", "2");
  expect(second.out).toHaveLength(2);
  expect(second.out[1]).toContain("C, Ortiz HVAC");
  expect(second.notes).toEqual(["3 leads, page 2 of 2"]);
  expect((await run("list", "--page", "9")).notes).toEqual(["Page 9 is past the last one."]);
});

test.each([
  [[], inbox.empty.open],
  [["--show", "answered"], inbox.empty.answered],
  [["--show", "all"], inbox.empty.all],
  [["--search", "x"], inbox.noMatch],
])("list with %j and nothing to list says so", async (args, sentence) => {
  const { run } = await openAtNoon();
  expect(await run("list", ...args)).toEqual({ out: [], notes: [sentence] });
});

test("list fits the terminal, whatever a visitor wrote, and lets no control character reach it", async () => {
  const { run, addLead } = await openAtNoon();
  await addLead({ name: "日本語の長い名前日本語の長い名前日本語", company_name: "会社" });
  await addLead({ name: "\u202Eevil\u2066", company_name: "👩‍🔧".repeat(40) });
  for (const line of (await run("list")).out) {
    expect(stringWidth(line)).toBeLessThanOrEqual(80);
    expect(line).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  }
});

test("with --json every list is one document with every known detail, without a note", async () => {
  const { run, addLead } = await openAtNoon();
  const id = await addLead();
  const json = async (...args: string[]) => {
    const { out, notes } = await run(...args, "--json");
    expect(notes).toEqual([]);
    return JSON.parse(out.join("\n"));
  };
  expect(await json("list")).toMatchObject({ leads: [{ id, name: LEAD.name }], total: 1, pages: 1 });
  expect(await json("show", id)).toMatchObject({ lead: { ...LEAD, id }, notes: [] });
  expect(await json("funnel")).toMatchObject({ days: 30, sources: [{ source: "other", leads: 1 }] });
  expect(await json("deliveries")).toMatchObject({
    total: 5,
    deliveries: [{ leadId: id, state: "due" }, {}, {}, {}, {}],
  });
});

test.each([["show"], ["answer"], ["outcome", "won"]])(
  "%s fails for a lead that does not exist",
  async (command, ...more) => {
    const { run } = await openAtNoon();
    const nobody = "019aa0b1-7c1e-7a66-8d9c-2d0a3b4c5d6e";
    await expect(run(command, nobody, ...more)).rejects.toThrow("There is no lead with this id.");
  },
);

const NOW = Date.parse("2026-11-20T12:00:00Z");

test.each([
  ["2026-11-21T11:59:30Z", "23 h 59 min"],
  ["2026-11-20T12:00:59Z", "0 min"],
  ["2026-11-20T11:00:00Z", "-1 h"],
  ["2026-11-08T09:00:00Z", "-12 d 3 h"],
])("a lead that is due at %s has %s", (dueAt, left) => {
  expect(timeLeft({ dueAt, answeredAt: undefined }, NOW)).toBe(left);
});

test("an answered lead shows no time left", () => {
  expect(timeLeft({ dueAt: "2026-11-20T11:00:00Z", answeredAt: "2026-11-20T10:00:00Z" }, NOW)).toBe(
    "answered",
  );
});
