/** The embedded store as tables, on a connection of its own: a running server keeps its own, and neither harms the other. */
import type { DatabaseSync } from "node:sqlite";
import {
  OTHER_ROW,
  RowRefusedError,
  toTableRow,
  type Snapshot,
  type Table,
  type TableRow,
  type TableStore,
} from "../tables.ts";
import { fillAll } from "../fill-leads.ts";
import { fillLeads } from "../fill-leads.ts";
import { openDatabase } from "./open-database.ts";
import { createQuery } from "./query.ts";
import { refusal } from "./sqlite-errors.ts";

const BUSY_TIMEOUT_MS = 10_000;

/**
 * @param path the file; its folder exists.
 * @param tell told in a sentence what was done to it that the operator should know.
 * @throws {Error} when the file cannot be opened durably, or its schema is not one this version can use.
 */
export function openSqliteTables(path: string, tell: (sentence: string) => void): TableStore {
  const db = openDatabase(path, BUSY_TIMEOUT_MS, tell);
  return {
    snapshot: (work) => snapshot(db, work),
    put: async (table, rows, keep) => put(db, table, rows, keep),
    prepare: () => prepare(db),
    close: async () => db.close(),
  };
}

async function prepare(db: DatabaseSync): Promise<void> {
  const query = createQuery(db);
  await fillAll(async (after) => {
    db.exec("BEGIN IMMEDIATE");
    try {
      const filled = await fillLeads(query, after);
      db.exec("COMMIT");
      return filled;
    } finally {
      if (db.isTransaction) db.exec("ROLLBACK");
    }
  });
}

/** A reader in WAL mode sees the moment of its first statement, and holds nobody up. */
async function snapshot<T>(db: DatabaseSync, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  db.exec("BEGIN");
  try {
    return await work({
      count: async ({ name }) => Number(db.prepare(`SELECT count(*) AS n FROM ${name}`).get()?.["n"]),
      rows: (table) => rowsOf(db, table),
    });
  } finally {
    db.exec("ROLLBACK");
  }
}

async function* rowsOf(db: DatabaseSync, { name, columns, key }: Table): AsyncGenerator<TableRow> {
  const select = db.prepare(`SELECT ${columns.join(", ")} FROM ${name} ORDER BY ${key.join(", ")}`);
  for (const record of select.iterate()) {
    yield toTableRow(record, columns);
  }
}

function put(db: DatabaseSync, table: Table, given: readonly TableRow[], keep = false): number {
  const { name, columns, key } = table;
  const insert = db.prepare(
    `INSERT INTO ${name} (${columns.join(", ")}) VALUES (${columns.map((column) => `:${column}`).join(", ")})
     ON CONFLICT (${key.join(", ")}) DO NOTHING`,
  );
  const findSame = db.prepare(
    `SELECT 1 FROM ${name} WHERE ${columns.map((column) => `${column} IS :${column}`).join(" AND ")}`,
  );
  let inserted = 0;
  let current: TableRow | undefined;
  db.exec("BEGIN IMMEDIATE");
  try {
    for (const row of given) {
      current = row;
      const { changes } = insert.run(row);
      inserted += Number(changes);
      if (Number(changes) === 0 && !keep && findSame.get(row) === undefined) {
        throw new RowRefusedError(table, row, OTHER_ROW);
      }
    }
    db.exec("COMMIT");
    return inserted;
  } catch (error) {
    if (db.isTransaction) db.exec("ROLLBACK");
    const refused = refusal(error);
    throw refused
      ? new RowRefusedError(table, current, refused.kind === "refused" ? refused.reason : OTHER_ROW)
      : error;
  }
}
