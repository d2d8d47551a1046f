/** Promises of every store about repeated requests. */
import { expect } from "vitest";
import { keyed, readAll, row } from "./rows.ts";
import { untilAvailable } from "./scenario.ts";
import { testWith } from "./stores.ts";
import { insertLeads } from "../../../server/leads/insert-leads.ts";

const test = testWith((store) => store);
test("returns the same rows for the same key and content, and nothing for other content", async (store) => {
  const rows = [row(), row({ name: "Ben" })];
  await insertLeads(store, keyed(rows));
  expect(await insertLeads(store, keyed([row(), row()]))).toEqual({ kind: "stored", rows, repeated: true });
  expect(await readAll(store)).toEqual(rows);
  expect(await insertLeads(store, keyed([row()], { fingerprint: "bb" }))).toEqual({ kind: "key-reused" });
  expect(await readAll(store)).toEqual(rows);
});

test("finds the rows under the alias of their key, too, and never takes the alias of others", async (store) => {
  const first = row();
  await insertLeads(store, keyed([first], { key: "key:a", alias: "form:x" }));
  expect(await insertLeads(store, keyed([row()], { key: "form:x" }))).toMatchObject({
    rows: [first],
    repeated: true,
  });
  const second = row();
  expect(await insertLeads(store, keyed([second], { key: "key:b", alias: "form:x" }))).toMatchObject({
    repeated: false,
  });
  expect(await insertLeads(store, keyed([row()], { key: "form:x" }))).toMatchObject({ rows: [first] });
  expect(await readAll(store)).toEqual([first, second]);
});

test("makes one lead of fifty duplicates, for twenty keys at once", async (store) => {
  const [keys, twins] = [20, 50];
  const results = await Promise.all(
    Array.from({ length: keys * twins }, async (_, index) => {
      const number = index % keys;
      const send = () =>
        insertLeads(store, keyed([row()], { key: `key:${number}`, fingerprint: `${number}` }));
      return { number, result: await untilAvailable(send) };
    }),
  );
  for (let number = 0; number < keys; number++) {
    const stored = results.filter((one) => one.number === number).map(({ result }) => result);
    const ids = stored.map((result) => (result.kind === "stored" ? result.rows[0]?.id : result.kind));
    expect(new Set(ids).size).toBe(1);
    const first = stored.filter((result) => result.kind === "stored" && !result.repeated);
    // None where the first was stored and not answered in time.
    expect(first.length).toBeLessThanOrEqual(1);
  }
  expect(await readAll(store)).toHaveLength(keys);
});

test("accepts one of two concurrent requests with the same key and other content", async (store) => {
  const results = await Promise.all(
    ["aa", "bb"].map((fingerprint) => insertLeads(store, keyed([row()], { fingerprint }))),
  );
  expect(results.map(({ kind }) => kind).toSorted()).toEqual(["key-reused", "stored"]);
  expect(await readAll(store)).toHaveLength(1);
});

test("remembers a key until exactly the time asked for", async (store) => {
  const usedAt = "2026-11-20T12:00:00.000Z";
  await insertLeads(store, keyed([row()], { usedAt }));
  expect(await insertLeads(store, keyed([row()], { forgetBefore: usedAt }))).toMatchObject({
    repeated: true,
  });
  const after = { usedAt, forgetBefore: "2026-11-20T12:00:00.001Z" };
  expect(await insertLeads(store, keyed([row()], after))).toMatchObject({ repeated: false });
});

test("leaves no key behind when its insert is refused", async (store) => {
  const lead = row();
  await insertLeads(store, { rows: [lead] });
  await insertLeads(store, keyed([row({ id: lead.id })]));
  expect(await insertLeads(store, keyed([row()], { fingerprint: "bb" }))).toMatchObject({ kind: "stored" });
});
