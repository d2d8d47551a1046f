/** A used store: rows in its tables, and migrations that come after the project's own. */
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { migrationSets, type MigrationSet } from "../../server/storage/migrations.ts";
import { openDatabase } from "../../server/storage/sqlite/open-database.ts";
import { TABLES, type Snapshot, type Table } from "../../server/storage/table-store.ts";
import type { TableRow, TableStore } from "../../server/storage/table-store.ts";
import { leadRow } from "./leads.ts";
import { temporaryFolder } from "./server.ts";

const NOON = "2026-11-20T12:00:00.000Z";
const NEXT_DAY = "2026-11-21T12:00:00.000Z";

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
  mailbox_mails: [{ delivery_id: id(1, 0), mailbox: "visitor0@sample.co", counted_at: NOON }],
  team_members: [{ email: "eve@agency.example", invited_by: "ana@agency.example", invited_at: NOON }],
  disabled_targets: [{ target: "https://gone.example/", reason: "HTTP 410", disabled_at: NOON }],
  lead_notes: leads.map((lead, n) => ({ id: id(2, n), lead_id: lead.id, text: "Called.", created_at: NOON })),
  lead_history: leads.map((lead) => ({ lead_id: lead.id, number: 1, kind: "note", changed_at: NOON })),
};

/** What a column holds unless a row says otherwise. */
const DEFAULTS: ReadonlyMap<string, number> = new Map([["version", 1]]);

/** The rows of a used store, table by table, each in the order of its key. */
export const usedTables = TABLES.map((table): [Table, TableRow[]] => {
  const rows = (ROWS[table.name] ?? []).map((row) =>
    Object.fromEntries(table.columns.map((column) => [column, row[column] ?? DEFAULTS.get(column) ?? null])),
  );
  return [table, rows];
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

/** An adapter's migrations and then some more. @param own the owner's, SQL by file name @param later of a later release */
export function migrationsWith(
  adapter: "sqlite" | "postgres",
  own: Record<string, string> = {},
  later: Record<string, string> = {},
): readonly MigrationSet[] {
  const base = temporaryFolder();
  cpSync(new URL(`../../server/storage/${adapter}/migrations/`, import.meta.url), join(base, "migrations"), {
    recursive: true,
  });
  mkdirSync(join(base, "own-migrations"));
  for (const [name, sql] of Object.entries(later)) writeFileSync(join(base, "migrations", name), sql);
  for (const [name, sql] of Object.entries(own)) writeFileSync(join(base, "own-migrations", name), sql);
  return migrationSets(pathToFileURL(`${base}/`));
}

/** A used SQLite file. */
export function filledFile(): string {
  const path = join(temporaryFolder(), "leads.db");
  const db = openDatabase(path, 100, () => {}, migrationsWith("sqlite"));
  for (const [{ name, columns }, rows] of usedTables) {
    const values = columns.map(() => "?").join(", ");
    const insert = db.prepare(`INSERT INTO ${name} (${columns.join(", ")}) VALUES (${values})`);
    for (const row of rows)
      insert.run(...columns.map((column) => row[column] ?? DEFAULTS.get(column) ?? null));
  }
  db.close();
  return path;
}
