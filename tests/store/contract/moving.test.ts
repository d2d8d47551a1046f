/** Moving a store: its tables, which are read at one moment and put elsewhere. */
import { expect, onTestFinished } from "vitest";
import type { StoreLocation } from "../../../server/configuration/env.ts";
import { openStore, openTables } from "../../../server/storage/open-store.ts";
import { TABLES } from "../../../server/storage/table-store.ts";
import type { TableStore, Table, TableRow } from "../../../server/storage/table-store.ts";
import { bookingRow, rowsOf, usedTables } from "../../fakes/used-store.ts";
import { leadRow } from "../../fakes/leads.ts";
import { testAtPlace } from "./stores.ts";

function tableNamed(name: string): Table {
  const table = TABLES.find((one) => one.name === name);
  if (!table) throw new Error(`There is no table ${name}.`);
  return table;
}

const bookings = tableNamed("bookings");
const leads = tableNamed("lead_submissions");
const keys = tableNamed("idempotency_keys");

function keyRow(changes: TableRow = {}): TableRow {
  const used_at = "2026-11-20T12:00:00.000Z";
  return { key: "key:a", position: 0, fingerprint: "aa", lead_id: leadRow(1).id, used_at, ...changes };
}

async function all(store: TableStore, table: Table): Promise<TableRow[]> {
  return store.snapshot((snapshot) => rowsOf(snapshot, table));
}

async function open(place: StoreLocation): Promise<TableStore> {
  const store = await openTables(place, "new or existing", () => {});
  onTestFinished(() => store.close());
  return store;
}

function testTables(title: string, run: (store: TableStore, place: StoreLocation) => Promise<void>): void {
  testAtPlace(title, async (place) => run(await open(place), place));
}

testTables("returns the rows that were put, in the order of their keys", async (store) => {
  const rows = [leadRow(3), leadRow(1), leadRow(2, { name: "O'Brien\u2028 \u{1f4de}" })];
  expect(await store.put(leads, rows)).toBe(3);
  const used = [keyRow({ position: 1 }), keyRow(), keyRow({ key: "key:B", lead_id: leadRow(2).id })];
  expect(await store.put(keys, used)).toBe(3);
  expect(await all(store, leads)).toEqual([rows[1], rows[2], rows[0]]);
  expect(await all(store, keys)).toEqual([used[2], used[1], used[0]]);
  expect(await store.snapshot((snapshot) => snapshot.count(leads))).toBe(3);
  // More than are read at once.
  const many = Array.from({ length: 501 }, (_, number) => leadRow(10 + number));
  await store.put(leads, many);
  expect((await all(store, leads)).slice(3)).toEqual(many);
});

testTables(
  "prevents overlapping calls, including the gap after each, whatever program writes them",
  async (store) => {
    await store.put(leads, [leadRow(1)]);
    const call = (number: number, from: string, until: string, state = "booked"): TableRow => {
      const [starts_at = "", ends_at = ""] = [from, until].map((time) => `2027-03-01T${time}:00.000Z`);
      const of = { id: leadRow(900 + number).id, lead_id: leadRow(1).id };
      return bookingRow({ ...of, state, starts_at, ends_at, blocked_until: ends_at });
    };
    expect(await store.put(bookings, [call(1, "10:00", "10:30"), call(2, "10:30", "11:00")])).toBe(2);
    expect(
      await store.put(bookings, [call(3, "10:15", "10:45", "cancelled"), call(1, "10:00", "10:30")]),
    ).toBe(1);
    for (const [from, until] of [
      ["09:30", "10:01"],
      ["10:10", "10:20"],
      ["09:00", "12:00"],
      ["10:59", "11:30"],
    ] as const)
      await expect(store.put(bookings, [call(4, from, until)])).rejects.toThrow(
        "is at the time of another call",
      );
    expect(await all(store, bookings)).toHaveLength(3);
  },
);

testTables("accepts the same rows again as the same", async (store) => {
  await store.put(leads, [leadRow(1), leadRow(2)]);
  expect(await store.put(leads, [leadRow(1), leadRow(2), leadRow(3)])).toBe(1);
  expect(await store.put(leads, [])).toBe(0);
  expect(await all(store, leads)).toHaveLength(3);
});

testTables(
  "refuses other content for an existing key, names it, and puts nothing of the rest",
  async (store) => {
    await store.put(leads, [leadRow(1), leadRow(2)]);
    const other = leadRow(2, { problems: "Something else" });
    await expect(store.put(leads, [leadRow(3), other, leadRow(4)])).rejects.toThrow(
      `lead_submissions ${other.id}: is already in the store with other content`,
    );
    expect(await all(store, leads)).toEqual([leadRow(1), leadRow(2)]);
  },
);

testTables("refuses rows that the table refuses, without repeating their content", async (store) => {
  const refused = store.put(leads, [leadRow(1), leadRow(2, { selected_service: "" })]);
  await expect(refused).rejects.toThrow(
    new RegExp(`^lead_submissions ${leadRow(2).id}: .*check constraint`, "i"),
  );
  await expect(refused).rejects.not.toThrow(/dana/i);
  await expect(store.put(keys, [keyRow()])).rejects.toThrow(/^idempotency_keys.*foreign key/i);
  expect(await all(store, leads)).toEqual([]);
});

testTables("sees one moment of all tables, despite concurrent writes", async (store, place) => {
  const other = await open(place);
  await store.put(leads, [leadRow(1)]);
  const seen = await store.snapshot(async (snapshot) => {
    const before = await snapshot.count(leads);
    await other.put(leads, [leadRow(2)]);
    await other.put(keys, [keyRow({ lead_id: leadRow(2).id })]);
    return [before, await rowsOf(snapshot, leads), await snapshot.count(keys)];
  });
  expect(seen).toEqual([1, [leadRow(1)], 0]);
  expect(await all(store, leads)).toHaveLength(2);
});

testTables("finds the number of a call that came after the text of its lead", async (store, place) => {
  for (const [table, rows] of usedTables) await store.put(table, rows);
  await store.put(bookings, [bookingRow()]);
  const running = await openStore(place, () => {});
  onTestFinished(() => running.close());
  const search = { filter: "all", search: "+1 (201) 555-0142", page: 1, size: 9 } as const;
  expect(await running.run("list", search)).toMatchObject({ value: { total: 1 } });
});
