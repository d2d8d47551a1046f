import { expect } from "vitest";
import { type LeadRow } from "../../../contract/lead/lead.ts";
import { insertLeads } from "../../../server/leads/insert-leads.ts";
import { ARRIVAL, LEAD } from "../../support/leads.ts";
import { faultOf } from "../../support/store.ts";
import { keyed, readAll, row } from "./rows.ts";
import { first, other, Scenario, SPAM, untilAvailable } from "./scenario.ts";
import { openAt, testAtPlace, testWith } from "./stores.ts";

const test = testWith((store) => store);

test("a store keeps every character and every millisecond of its rows", async (store) => {
  const texts = [
    "Ángström é / é",
    "\u{1f469}\u200d\u{1f527}\u{1f3fd}",
    "עברית و العربية 棋圍",
    "\ufeff\u2028\u2029\uffff",
    "\\x00 \\u0000 {} []",
    "O'Brien; DROP TABLE --",
  ];
  const times = [
    "2026-11-20T12:00:00.000Z",
    "2026-11-20T12:00:00.999Z",
    "2028-02-29T23:59:59.001Z",
  ];
  const rows = [
    row({ problems: texts.join("\n\t") }),
    ...times.map((created_at) => row({ created_at })),
  ];
  expect(await insertLeads(store, { rows })).toEqual({
    kind: "stored",
    rows,
    repeated: false,
  });
  expect(await readAll(store)).toEqual(rows);
});

test("a store inserts all rows or none, and concurrent inserts succeed", async (store) => {
  const lead = row();
  await insertLeads(store, { rows: [lead] });
  const duplicate = { kind: "duplicate-id" };
  const inserts = [[row()], [row(), row({ id: lead.id }), row()], [row()], []];
  const results = await Promise.all(
    inserts.map((rows) => insertLeads(store, { rows })),
  );
  const empty = { kind: "stored", rows: [], repeated: false };
  expect(results).toMatchObject([
    { kind: "stored" },
    duplicate,
    { kind: "stored" },
    empty,
  ]);
  const twice = row();
  expect(await insertLeads(store, { rows: [twice, twice] })).toEqual(duplicate);
  expect(await readAll(store)).toHaveLength(3);
});

const REFUSED: Partial<LeadRow>[] = [
  { name: "" },
  { email: "UPPER@sample.co" },
  { company_name: "" },
  { selected_service: "" },
  { problems: "" },
];

test("a store refuses rows that the site should have refused, and concurrent inserts succeed", async (store) => {
  for (const wrong of REFUSED) {
    const results = await Promise.allSettled([
      insertLeads(store, { rows: [row(wrong)] }),
      insertLeads(store, { rows: [row()] }),
    ]);
    expect(results, JSON.stringify(wrong)).toMatchObject([
      { reason: { message: expect.stringMatching(/check constraint/i) } },
      { value: { kind: "stored" } },
    ]);
    expect(String(Object.values(results[0]))).not.toContain("dana@");
  }
  expect(await readAll(store)).toHaveLength(REFUSED.length);
});

test("a store returns the first rows for a repeated key, and refuses the key with other content", async (store) => {
  const rows = [row(), row({ name: "Ben" })];
  await insertLeads(store, keyed(rows));
  expect(await insertLeads(store, keyed([row(), row()]))).toEqual({
    kind: "stored",
    rows,
    repeated: true,
  });
  expect(await insertLeads(store, keyed([row()], "bb"))).toEqual({
    kind: "key-reused",
  });
  expect(await readAll(store)).toEqual(rows);
});

test("the same form is one lead until a lead of it is answered, and then another one", async (store) => {
  const scenario = new Scenario(store);
  const send = (more = {}) =>
    scenario.submit(
      [{}, other(1)].map((own) => ({ fields: { ...LEAD, ...own, ...more } })),
      { kind: "content" },
      ARRIVAL,
    );
  const ids = async () => (await readAll(store)).map(({ id }) => id);
  await send();
  expect(await send()).toMatchObject({ repeated: true });
  const [form] = await store.read(
    (query) => query`SELECT key FROM idempotency_keys`,
  );
  const rule = { kind: "key", key: String(form?.["key"]) } as const;
  expect(
    await scenario.submit([{ fields: LEAD }], rule, ARRIVAL),
    "a client's own key",
  ).toMatchObject({ repeated: false });
  await scenario.answer(first(await ids()));
  expect(await send()).toMatchObject({ repeated: false });
  expect(await send()).toMatchObject({ repeated: true });
  expect(await ids()).toHaveLength(5);
  for (const repeated of [false, true])
    expect(await send(SPAM), "nobody has judged it").toMatchObject({
      repeated,
    });
});

test("a store makes one lead of ten concurrent requests with the same key", async (store) => {
  const results = await Promise.all(
    Array.from({ length: 10 }, () => {
      const insert = keyed([row()]);
      return untilAvailable(() => insertLeads(store, insert));
    }),
  );
  const rows = await readAll(store);
  expect(rows).toHaveLength(1);
  for (const result of results)
    expect(result).toMatchObject({ kind: "stored", rows });
});

test("a store keeps no key whose insert is refused", async (store) => {
  const lead = row();
  await insertLeads(store, { rows: [lead] });
  await insertLeads(store, keyed([row({ id: lead.id })]));
  expect(await insertLeads(store, keyed([row()], "bb"))).toMatchObject({
    kind: "stored",
  });
});

testAtPlace(
  "a closed store finishes earlier requests, and refuses later requests",
  async (place) => {
    const store = await openAt(place);
    const pending = Array.from({ length: 20 }, () =>
      insertLeads(store, { rows: [row()] }),
    );
    await store.close();
    expect(
      new Set((await Promise.all(pending)).map(({ kind }) => kind)),
    ).toEqual(new Set(["stored"]));
    expect(await insertLeads(store, { rows: [row()] })).toMatchObject({
      kind: "unavailable",
    });
    await expect(readAll(store)).rejects.toMatchObject({ kind: "unavailable" });
    expect(await faultOf(store)).toBeDefined();
  },
);

test("a store that can store a lead has no fault, and the check leaves no lead", async (store) => {
  await insertLeads(store, { rows: [row()] });
  expect(await faultOf(store)).toBeUndefined();
  expect(await readAll(store)).toHaveLength(1);
});
