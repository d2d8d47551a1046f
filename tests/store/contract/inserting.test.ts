/** Promises of every store about inserting leads. */
import { expect } from "vitest";
import { LEAD_COLUMNS, leadColumns, type LeadRow } from "../../../contract/lead.ts";
import { readAll, row } from "./rows.ts";
import { testWith } from "./stores.ts";
import { insertLeads } from "../../../server/leads/insert-leads.ts";

const test = testWith((store) => store);
test("returns rows as they were inserted, to the character and the millisecond", async (store) => {
  const texts = [
    "Ángström é / é",
    "\u{1f469}\u200d\u{1f527}\u{1f3fd}",
    "עברית و العربية 棋圍",
    "\ufeff\u2028\u2029\uffff",
    "\\x00 \\u0000 {} []",
    "O'Brien; DROP TABLE --",
  ];
  const times = ["2026-11-20T12:00:00.000Z", "2026-11-20T12:00:00.999Z", "2028-02-29T23:59:59.001Z"];
  const rows = [
    ...texts.map((text) => row({ name: text, problems: `${text}\n\t${text}`, additional_info: text })),
    ...times.map((created_at) => row({ created_at })),
  ];
  expect(await insertLeads(store, { rows })).toEqual({ kind: "stored", rows, repeated: false });
  expect(await readAll(store)).toEqual(rows);
});

test("stores all rows of an insert or none, without harm to concurrent inserts", async (store) => {
  const lead = row();
  await insertLeads(store, { rows: [lead] });
  const duplicate = { kind: "duplicate-id" };
  const inserts = [[row()], [row(), row({ id: lead.id }), row()], [row()], []];
  const results = await Promise.all(inserts.map((rows) => insertLeads(store, { rows })));
  const [first, twin, second, empty] = results;
  expect([first, second]).toMatchObject([{ kind: "stored" }, { kind: "stored" }]);
  expect(twin).toEqual(duplicate);
  expect(empty).toEqual({ kind: "stored", rows: [], repeated: false });
  const twice = row();
  expect(await insertLeads(store, { rows: [twice, twice] })).toEqual(duplicate);
  expect(await readAll(store)).toHaveLength(3);
});

test("accepts any service, and texts longer than the program allows today", async (store) => {
  const longest = row({ email: `${"a".repeat(2 * LEAD_COLUMNS.email.maxLength)}@sample.co` });
  for (const column of leadColumns) {
    if (column === "email") continue;
    // Letters that take four bytes in UTF-8 and two units in UTF-16.
    longest[column] = "\u{1f4de}".repeat(2 * LEAD_COLUMNS[column].maxLength);
  }
  expect(await insertLeads(store, { rows: [longest] })).toMatchObject({ kind: "stored", rows: [longest] });
});

const REFUSED: Partial<LeadRow>[] = [
  { name: "" },
  { email: "UPPER@sample.co" },
  { company_name: "" },
  { selected_service: "" },
  { problems: "" },
];

test("refuses rows that the site should never have let through, and stores those beside them", async (store) => {
  for (const wrong of REFUSED) {
    const results = await Promise.all([
      insertLeads(store, { rows: [row(wrong)] }),
      insertLeads(store, { rows: [row()] }),
    ]);
    expect(results, JSON.stringify(wrong).slice(0, 60)).toMatchObject([
      { kind: "refused", reason: expect.stringMatching(/check constraint/i) },
      { kind: "stored" },
    ]);
    expect(JSON.stringify(results[0])).not.toContain("dana@");
  }
  expect(await readAll(store)).toHaveLength(REFUSED.length);
});

test("stores one of many concurrent inserts with the same id", async (store) => {
  const lead = row();
  const results = await Promise.all(Array.from({ length: 30 }, () => insertLeads(store, { rows: [lead] })));
  const kinds = results.map(({ kind }) => kind).toSorted();
  expect(kinds).toEqual([...Array.from({ length: 29 }, () => "duplicate-id"), "stored"]);
  expect(await readAll(store)).toEqual([lead]);
});
