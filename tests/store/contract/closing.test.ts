/** Promises of every store about closing. */
import { expect } from "vitest";
import { ALL, readAll, row } from "./rows.ts";
import { testWith } from "./stores.ts";
import { readLeadsAfter } from "../../../server/leads/read-lead.ts";
import { insertLeads } from "../../../server/leads/insert-leads.ts";
import { faultOf } from "../../support/store.ts";

const test = testWith((store) => store);
test("answers as unavailable when it is closed, and finishes earlier requests", async (store) => {
  const pending = Array.from({ length: 50 }, () => insertLeads(store, { rows: [row()] }));
  await store.close();
  expect(new Set((await Promise.all(pending)).map(({ kind }) => kind))).toEqual(new Set(["stored"]));
  expect(await insertLeads(store, { rows: [row()] })).toMatchObject({ kind: "unavailable" });
  expect(await readLeadsAfter(store, ALL)).toMatchObject({ kind: "unavailable" });
  expect(await faultOf(store)).toBeDefined();
});

test("is ready when it could store a lead like the latest, and keeps nothing of the trial", async (store) => {
  await insertLeads(store, { rows: [row()] });
  expect(await faultOf(store)).toBeUndefined();
  expect(await readAll(store)).toHaveLength(1);
});
