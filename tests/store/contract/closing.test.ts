/** Promises of every store about closing. */
import { expect } from "vitest";
import { ALL, readAll, row } from "./rows.ts";
import { testWith } from "./stores.ts";

const test = testWith((store) => store);
test("answers as unavailable when it is closed, and finishes earlier requests", async (store) => {
  const pending = Array.from({ length: 50 }, () => store.run("insert", { rows: [row()] }));
  await store.close();
  expect(new Set((await Promise.all(pending)).map(({ kind }) => kind))).toEqual(new Set(["stored"]));
  expect(await store.run("insert", { rows: [row()] })).toMatchObject({ kind: "unavailable" });
  expect(await store.run("leadsAfter", ALL)).toMatchObject({ kind: "unavailable" });
  expect(await store.fault()).toBeDefined();
});

test("is ready when it could store a lead like the latest, and keeps nothing of the trial", async (store) => {
  await store.run("insert", { rows: [row()] });
  expect(await store.fault()).toBeUndefined();
  expect(await readAll(store)).toHaveLength(1);
});

test("can be closed twice, and while a readiness check runs", async (store) => {
  const asked = store.fault();
  await Promise.all([store.close(), store.close()]);
  expect(await asked).toBeUndefined();
  await store.close();
  expect(await store.fault()).toBeDefined();
});
