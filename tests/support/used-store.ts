/** Fills stores with rows, and adds migrations after the project's own. */

import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { StoreLocation } from "../../server/settings/env.ts";
import {
  migrationSets,
  type MigrationSet,
} from "../../server/store/migrations.ts";
import { openStore } from "../../server/store/open-store.ts";
import { insertRows } from "../../server/store/sql.ts";
import { newFolder } from "../machine/new-folder.ts";
import { leadRow } from "./leads.ts";
import { temporaryFolder } from "./server.ts";

/** Times are ISO 8601 in UTC with milliseconds. */
export type TableRow = Record<string, string | number | null>;

const NOON = "2026-11-20T12:00:00.000Z";
const FAR = "2099-11-20T12:00:00.000Z";
const NEXT_DAY = "2026-11-21T12:00:00.000Z";

const leads = Array.from({ length: 20 }, (_, n) =>
  leadRow(n, { email: `visitor${n}@sample.co` }),
);

function id(kind: number, number: number): string {
  return `01932000-000${kind}-7000-8000-${String(number).padStart(12, "0")}`;
}

export function deliveryRow(
  number: number,
  lead_id: string,
  changes: TableRow,
): TableRow {
  const due = {
    state: "due",
    attempts: 0,
    due_at: NOON,
    next_at: NOON,
    lease_id: null,
    sent_at: null,
  };
  const row = {
    id: id(1, number),
    lead_id,
    kind: "confirmation",
    target: "",
    ...due,
    last_error: null,
  };
  return { ...row, ...changes };
}

/** Each table comes after the tables that it refers to. */
const ROWS: Record<string, TableRow[]> = {
  lead_submissions: leads,
  lead_contexts: leads.map((lead, n) => ({
    lead_id: lead.id,
    source: n % 2 === 0 ? "wire" : "form",
    due_at: NEXT_DAY,
    answered_at: n % 3 === 0 ? NEXT_DAY : null,
    version: 1,
  })),
  deliveries: leads.flatMap((lead, n) => [
    deliveryRow(2 * n, lead.id, { state: "sent", attempts: 1, sent_at: NOON }),
    deliveryRow(2 * n + 1, lead.id, {
      kind: "webhook",
      target: "https://crm.example/",
      // Due and not yet tried, or tried and waiting.
      ...(n % 2 === 0
        ? {}
        : { attempts: 1, next_at: FAR, last_error: "HTTP 500" }),
    }),
  ]),
  lead_notes: leads.map((lead, n) => ({
    id: id(2, n),
    lead_id: lead.id,
    text: "Called.",
    created_at: NOON,
  })),
  lead_history: leads.map((lead) => ({
    lead_id: lead.id,
    number: 1,
    kind: "note",
    changed_at: NOON,
  })),
};

/** The rows of a used store, sorted by key within each table. */
export const usedTables = Object.entries(ROWS);

/** Puts rows into a store, and makes its tables if necessary. */
export async function fillStore(
  place: StoreLocation,
  tables = usedTables,
): Promise<void> {
  const store = await openStore(place, () => {});
  await store.write(async (query) => {
    for (const [table, rows] of tables)
      for (const row of rows) await query`${insertRows(table, [row])}`;
  });
  await store.close();
}

/**
 * An adapter's migrations, and then the
 * owner's. @param own SQL keyed by file name
 */
export function migrationsWith(
  adapter: "sqlite" | "postgres",
  own: Record<string, string> = {},
): readonly MigrationSet[] {
  const folder = temporaryFolder();
  for (const [name, sql] of Object.entries(own))
    writeFileSync(join(folder, name), sql);
  const [ours] = migrationSets(
    new URL(`../../server/store/${adapter}/`, import.meta.url),
  );
  if (!ours) throw new Error("There are no migrations.");
  return [
    ours,
    { folder: pathToFileURL(`${folder}/`), table: "own_migrations" },
  ];
}

const filledFolder = newFolder();
await fillStore({ dataDir: filledFolder, databaseUrl: undefined });

/** Makes a used SQLite store at `path`, and its folder. */
export function filledFile(
  path = join(temporaryFolder(), "data", "leads.db"),
): string {
  mkdirSync(dirname(path));
  copyFileSync(join(filledFolder, "leads.db"), path);
  return path;
}
