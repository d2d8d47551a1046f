/** A used store of an earlier version: its first migrations, and rows in every table. */
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { leadColumns } from "../../contract/lead.ts";
import { migrationSets, readMigrations, type MigrationSet } from "../../server/storage/migrations.ts";
import { openDatabase } from "../../server/storage/sqlite/open-database.ts";
import { TABLES, type Snapshot, type Table } from "../../server/storage/table-store.ts";
import type { TableRow, TableStore } from "../../server/storage/table-store.ts";
import { OUR_COLUMNS, leadRow } from "./leads.ts";
import { temporaryFolder } from "./server.ts";

const NOON = "2026-11-20T12:00:00.000Z";
const NEXT_DAY = "2026-11-21T12:00:00.000Z";

const OWN_COLUMNS: readonly string[] = leadColumns.filter((column) => !OUR_COLUMNS.includes(column));

const leads = Array.from({ length: 20 }, (_, n) => leadRow(n, { email: `visitor${n}@sample.co` }));

function id(kind: number, number: number): string {
  return `01932000-000${kind}-7000-8000-${String(number).padStart(12, "0")}`;
}

export function deliveryRow(number: number, lead_id: string, changes: TableRow): TableRow {
  const due = { state: "due", attempts: 0, due_at: NOON, next_at: NOON, lease_id: null, sent_at: null };
  return {
    id: id(1, number),
    lead_id,
    kind: "confirmation",
    target: "",
    ...due,
    last_error: null,
    ...changes,
  };
}

/** A cancelled call of lead 0, two days later. */
export function bookingRow(changes: TableRow = {}): TableRow {
  const said = { state: "cancelled", sequence: 0, zone: "Asia/Kathmandu", phone: "+1 201 555 0142" };
  const [starts_at, ends_at, blocked_until] = ["10:00", "10:20", "10:30"].map(
    (time) => `2026-11-22T${time}:00.000Z`,
  );
  const times = { starts_at: starts_at ?? "", ends_at: ends_at ?? "", blocked_until: blocked_until ?? "" };
  const lead_id = leadRow(0).id;
  return { id: lead_id, lead_id, ...times, ...said, created_at: NOON, updated_at: NOON, ...changes };
}

const ROWS: Record<string, TableRow[]> = {
  lead_submissions: leads,
  idempotency_keys: leads.map((lead, n) => ({
    key: `key:${String(n).padStart(2, "0")}`,
    position: 0,
    fingerprint: "ff",
    lead_id: lead.id,
    used_at: NOON,
  })),
  lead_contexts: leads.map((lead, n) => ({
    lead_id: lead.id,
    source: n % 2 === 0 ? "wire" : "form",
    due_at: NEXT_DAY,
    answered_at: n % 3 === 0 ? NEXT_DAY : null,
  })),
  deliveries: leads.flatMap((lead, n) => [
    deliveryRow(2 * n, lead.id, { state: "sent", attempts: 1, sent_at: NOON }),
    deliveryRow(2 * n + 1, lead.id, {
      kind: "webhook",
      target: "https://crm.example/",
      last_error: "HTTP 500",
    }),
  ]),
  confirmed_addresses: [{ email: "visitor0@sample.co", delivery_id: id(1, 0), confirmed_at: NOON }],
  disabled_targets: [{ target: "https://gone.example/", reason: "HTTP 410", disabled_at: NOON }],
  lead_notes: leads.map((lead, n) => ({ id: id(2, n), lead_id: lead.id, text: "Called.", created_at: NOON })),
};

/** The rows of a used store, table by table, each in the order of its key. */
export const earlierTables = TABLES.filter(({ name }) => name in ROWS).map((table): [Table, TableRow[]] => {
  const columns = table.columns.filter((column) => !(table.added ?? OWN_COLUMNS).includes(column));
  const rows = (ROWS[table.name] ?? []).map((row) =>
    Object.fromEntries(columns.map((column) => [column, row[column] ?? null])),
  );
  return [{ ...table, columns }, rows];
});

export const usedTables = TABLES.map((table): [Table, TableRow[]] => {
  const added = Object.fromEntries((table.added ?? []).map((column) => [column, null]));
  return [table, (ROWS[table.name] ?? []).map((row) => ({ ...row, ...added }))];
});

export async function rowsOf(snapshot: Snapshot, table: Table): Promise<TableRow[]> {
  const rows: TableRow[] = [];
  for await (const row of snapshot.rows(table)) rows.push(row);
  return rows;
}

export function tablesOf(store: TableStore): Promise<[Table, TableRow[]][]> {
  return store.snapshot(async (snapshot) => {
    const all: [Table, TableRow[]][] = [];
    for (const table of TABLES) all.push([table, await rowsOf(snapshot, table)]);
    return all;
  });
}

/** A folder with some migrations of an adapter. @param last the latest number @param own SQL by file name */
export function someMigrations(
  adapter: "sqlite" | "postgres",
  last: number,
  own: Record<string, string> = {},
): readonly MigrationSet[] {
  const base = temporaryFolder();
  mkdirSync(join(base, "migrations"));
  mkdirSync(join(base, "own-migrations"));
  const from = new URL(`../../server/storage/${adapter}/migrations/`, import.meta.url);
  for (const { name } of readMigrations(from).slice(0, last))
    copyFileSync(new URL(name, from), join(base, "migrations", name));
  for (const [name, sql] of Object.entries(own)) writeFileSync(join(base, "own-migrations", name), sql);
  return migrationSets(pathToFileURL(`${base}/`));
}

/** A used SQLite file. @param last the number of its latest migration */
export function filledFile(last: number): string {
  const path = join(temporaryFolder(), "leads.db");
  const db = openDatabase(path, 100, () => {}, someMigrations("sqlite", last));
  for (const [{ name, columns }, rows] of earlierTables) {
    const values = columns.map(() => "?").join(", ");
    const insert = db.prepare(`INSERT INTO ${name} (${columns.join(", ")}) VALUES (${values})`);
    for (const row of rows) insert.run(...columns.map((column) => row[column] ?? null));
  }
  db.close();
  return path;
}
