/** Totals of the steps of visits, and the outcomes of the leads of each source. */
import * as v from "valibot";
import { expect } from "vitest";
import { MAX_SOURCES, OTHER, SourceFiguresSchema, type SourceFigures } from "../../../contract/funnel.ts";
import { HOUR, Scenario, value } from "./scenario.ts";
import { testWith } from "./stores.ts";
import { deleteLeads } from "../../../server/inbox/admin-changes.ts";
import { addSteps } from "../../../server/leads/funnel-statements.ts";

const row = (source: string, some: Partial<SourceFigures>) =>
  v.parse(SourceFiguresSchema, { source, ...some });
const from = (source: string) => ({ page: `https://agency.example/?utm_source=${source}` });

const test = testWith((store) => new Scenario(store));
test("totals add up by day and source, beside the outcomes of its leads: of three from an ad two booked, one won", async (scenario) => {
  const add = async (day: string, ...sources: ReturnType<typeof row>[]) =>
    expect(await addSteps(scenario.store, { day, sources })).toMatchObject({ kind: "ok" });
  await add("2026-11-13", row("facebook", { visits: 1000 }));
  await add("2026-11-14", row("facebook", { visits: 20, begun: 9, demo: 1 }), row("direct", { visits: 30 }));
  await Promise.all(
    [1, 2, 3].map(() => add("2026-11-20", row("facebook", { visits: 7, sent: 1, failed: 2, scheduler: 3 }))),
  );
  for (const outcome of ["booked", "won", "lost", "spam", undefined] as const) {
    const { id } = await scenario.lead({ email: `${outcome}@sample.co` }, "wire", from("Facebook"));
    if (outcome && outcome !== "lost") await scenario.admin.outcome({ id, outcome });
    if (outcome === undefined) await deleteLeads(scenario.store, [id]);
  }
  await scenario.lead({}, "test");
  await scenario.lead({}, "form", { page: "https://agency.example/?utm_source=dana%40ortiz.example" });
  const steps = { visits: 41, begun: 9, sent: 3, failed: 6, scheduler: 9, demo: 1 };
  expect(value(await scenario.admin.funnel({ days: 7, timeZone: "UTC" }))).toEqual({
    days: 7,
    sources: [
      row("facebook", { ...steps, leads: 3, booked: 2, won: 1 }),
      row("direct", { visits: 30 }),
      row(OTHER, { leads: 1 }),
    ],
  });
  expect(value(await scenario.admin.funnel({ days: 8, timeZone: "UTC" })).sources[0]).toMatchObject({
    visits: 1041,
    leads: 3,
  });
  scenario.time += 7 * 24 * HOUR;
  expect(value(await scenario.admin.funnel({ days: 7, timeZone: "UTC" })).sources).toEqual([]);
});

test("well-known sources and those of earlier days always keep their name", async ({ store, admin }) => {
  const add = (day: string, ...sources: ReturnType<typeof row>[]) => addSteps(store, { day, sources });
  for (const day of ["2026-11-17", "2026-11-18"]) await add(day, row("partner.example", { visits: 9 }));
  const junk = Array.from({ length: 120 }, (_, n) => row(`junk${n}`, { visits: 1 }));
  await add("2026-11-20", ...junk);
  await add(
    "2026-11-20",
    ...["google", "www.google.com", "partner.example", "stranger"].map((name) => row(name, { visits: 2 })),
  );
  const { sources } = value(await admin.funnel({ days: 2, timeZone: "UTC" }));
  const named = sources.map(({ source }) => source);
  expect(sources).toEqual(expect.arrayContaining([row("google", { visits: 4 })]));
  expect(named).toContain("partner.example");
  expect(named).not.toContain("www.google.com");
  expect(named).not.toContain("stranger");
  expect(sources.reduce((sum, { visits }) => sum + visits, 0)).toBe(128);
});

test("a deletion leaves no name of a source with few visits, in any process, and no step is lost", async (scenario) => {
  const { store, admin } = scenario;
  const { id } = await scenario.lead({}, "wire", from("danasown"));
  const days = { "2026-11-19": ["danasown", "ads", OTHER], "2026-11-20": ["danasown", "google", "ads"] };
  for (const [day, names] of Object.entries(days)) {
    const sources = names.map((name) => row(name, { visits: name === "ads" ? 9 : 1, begun: 1 }));
    await addSteps(store, { day, sources });
  }
  expect(value(await admin.remove({ ids: [id] })).leads).toBe(1);
  const { sources } = value(await admin.funnel({ days: 2, timeZone: "UTC" }));
  expect(sources).toEqual([
    row("ads", { visits: 18, begun: 2 }),
    row(OTHER, { visits: 3, begun: 3 }),
    row("google", { visits: 1, begun: 1 }),
  ]);
});

test("no day has more sources than the limit, and no step is lost", async ({ store, admin }) => {
  const many = Array.from({ length: 80 }, (_, n) => n);
  for (const name of ["a", "b", "c"]) {
    const sources = many.map((n) => row(`${name}${n}`, { visits: 1, begun: 1 }));
    await addSteps(store, { day: "2026-11-20", sources });
    await addSteps(store, { day: "2026-11-19", sources });
  }
  const { sources } = value(await admin.funnel({ days: 1, timeZone: "UTC" }));
  expect(sources).toHaveLength(MAX_SOURCES);
  expect(sources[0]).toEqual(row(OTHER, { visits: 141, begun: 141 }));
  expect(value(await admin.funnel({ days: 2, timeZone: "UTC" })).sources).toHaveLength(MAX_SOURCES);
});
