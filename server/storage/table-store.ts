/** A store as tables, for moving to another store. Other processes may use it at the same time. */
import { describeLeads } from "./insert-leads.ts";
import { LEAD_ROW, toLeadRow, type Query, type DatabaseRecord, countOf } from "./query.ts";
import { rowColumns, type Refusal } from "./store.ts";
import { BOOKINGS_TABLE } from "../../contract/booking.ts";
import { LEADS_TABLE } from "../../contract/lead.ts";
import { among, insertRows, joined, locked, raw, rowsFor, sql, type Sql } from "./sql.ts";

export interface Table {
  name: string;
  columns: readonly string[];
  key: readonly string[];
  /** The site keeps adding to these numbers, so an imported row never replaces an existing one. */
  counts?: true;
  /** The search reads the rows of a lead. */
  searched?: true;
}

/** Times are ISO 8601 in UTC with milliseconds, in every store. */
export type TableRow = Record<string, string | number | null>;

/** Columns, in the order of the table. */
const named = (names: string) => names.split(" ");

/** A table comes after those that it refers to. */
export const TABLES: readonly Table[] = [
  { name: LEADS_TABLE, columns: rowColumns, key: ["id"] },
  {
    name: "idempotency_keys",
    columns: named("key position fingerprint lead_id used_at"),
    key: ["key", "position"],
  },
  {
    name: "lead_contexts",
    columns: named(
      "lead_id source due_at answered_at answered_by outcome outcome_at outcome_by suspicion visit wished_at wished_zone wished_phone wished_typed owner follow_up_on version",
    ),
    key: ["lead_id"],
    searched: true,
  },
  {
    name: "deliveries",
    columns: named("id lead_id kind target state attempts due_at next_at lease_id sent_at last_error event"),
    key: ["id"],
  },
  { name: "mailbox_mails", columns: named("delivery_id mailbox counted_at"), key: ["delivery_id"] },
  { name: "disabled_targets", columns: named("target reason disabled_at"), key: ["target"] },
  { name: "lead_notes", columns: named("id lead_id text created_at author"), key: ["id"], searched: true },
  {
    name: "lead_history",
    columns: named("lead_id number kind changed_at author starts_at reason"),
    key: ["lead_id", "number"],
  },
  {
    name: BOOKINGS_TABLE,
    columns: named(
      "id lead_id starts_at ends_at blocked_until state sequence zone phone phone_typed created_at updated_at coming_at",
    ),
    key: ["id"],
    searched: true,
  },
  { name: "closed_times", columns: named("id starts_at ends_at"), key: ["id"] },
  { name: "team_members", columns: named("email invited_by invited_at"), key: ["email"] },
  {
    name: "funnel_totals",
    columns: named("day source visits begun sent failed scheduler demo"),
    key: ["day", "source"],
    counts: true,
  },
];

const ROWS_AT_ONCE = 500;

const OTHER_ROW = "is already in the store with other content";
const OVERLAPS = "is at the time of another call";

/** A row that cannot be put into a table. The message names the row by its key and shows nothing else of it. */
class RowRefusedError extends Error {
  constructor(table: Table, row: DatabaseRecord, reason: string) {
    super(`${table.name} ${table.key.map((column) => String(row[column])).join(", ")}: ${reason}`);
    this.name = "RowRefusedError";
  }
}

export interface Snapshot {
  count: (table: Table) => Promise<number>;
  /** In the order of the key, byte by byte, so two stores with the same rows return the same. */
  rows: (table: Table) => AsyncIterable<TableRow>;
}

export interface TableStore extends AsyncDisposable {
  snapshot: <T>(work: (snapshot: Snapshot) => Promise<T>) => Promise<T>;
  /** All rows or none. @param keep leaves rows with other values alone @returns how many were new @throws {RowRefusedError} */
  put: (table: Table, rows: readonly TableRow[], keep?: boolean) => Promise<number>;
  close: () => Promise<void>;
}

export interface TableConnection {
  query: Query;
  begin: { read: Sql; write: Sql };
  refusal: (error: unknown) => Refusal | undefined;
  /** The error that a person at the command line can act on. */
  explain: (error: unknown) => unknown;
  close: () => Promise<void>;
}

const listed = (columns: readonly string[]) => raw(columns.join(", "));

export function createTableStore(connection: TableConnection): TableStore {
  const { query, begin, refusal, explain, close } = connection;

  async function transaction<T>(mode: "read" | "write", work: () => Promise<T>): Promise<T> {
    await query`${begin[mode]}`;
    try {
      const result = await work();
      await query`COMMIT`;
      return result;
    } catch (error) {
      // A full disk or a lost connection has already rolled back by itself.
      await query`ROLLBACK`.catch(() => {});
      throw error;
    }
  }

  const explained = <T>(mode: "read" | "write", work: () => Promise<T>) =>
    transaction(mode, work).catch((error: unknown) => {
      throw explain(error);
    });

  async function* rows({ name, columns, key }: Table): AsyncGenerator<TableRow> {
    const keys = listed(key);
    let after = sql``;
    for (;;) {
      const page = await query`SELECT ${listed(columns)} FROM ${raw(name)} ${after}
        ORDER BY ${keys} LIMIT ${ROWS_AT_ONCE}`;
      for (const record of page) yield toTableRow(record, columns);
      const last = page.at(-1);
      if (!last || page.length < ROWS_AT_ONCE) return;
      const values = key.map((column) => sql`${last[column]}`);
      after = sql`WHERE (${keys}) > (${joined(values, ", ")})`;
    }
  }

  async function insert(table: Table, given: readonly TableRow[], keep: boolean): Promise<number> {
    const { columns, key } = table;
    const [name, keys] = [raw(table.name), listed(key)];
    const rowsGiven = rowsFor(table.name, columns, given, "given");
    const inserted = await query`${insertRows(table.name, columns, given)}
      ON CONFLICT (${keys}) DO NOTHING RETURNING 1 AS new`;
    if (table.searched && inserted.length > 0) {
      const leads = await query`SELECT ${LEAD_ROW} FROM lead_submissions AS lead
        WHERE lead.id ${among(given.map((row) => row["lead_id"]))} ORDER BY lead.id ${locked("NO KEY UPDATE")}`;
      await describeLeads(query, leads.map(toLeadRow));
    }
    if (inserted.length === given.length || keep) return inserted.length;
    const differs = columns.map((column) => `given.${column} IS DISTINCT FROM present.${column}`);
    const [other] = await query`SELECT ${listed(key.map((column) => `given.${column}`))} FROM ${rowsGiven}
      JOIN ${name} AS present USING (${keys}) WHERE ${raw(differs.join(" OR "))} LIMIT 1`;
    if (other) throw new RowRefusedError(table, other, OTHER_ROW);
    return inserted.length;
  }

  async function put(table: Table, given: readonly TableRow[], size: number, keep: boolean): Promise<number> {
    let inserted = 0;
    for (let at = 0; at < given.length; at += size) {
      const some = given.slice(at, at + size);
      try {
        inserted += await insert(table, some, keep);
      } catch (error) {
        const refused = refusal(error);
        const [row] = some;
        if (!refused || size > 1 || !row) throw error;
        throw new RowRefusedError(table, row, reasonOf(refused));
      }
    }
    return inserted;
  }

  return {
    snapshot: (work) =>
      explained("read", () => work({ count: ({ name }) => countOf(query, raw(name)), rows })),
    async put(table, given, keep = false) {
      try {
        return await transaction("write", () => put(table, given, ROWS_AT_ONCE, keep));
      } catch (error) {
        if (!refusal(error)) throw explain(error);
        // One by one, to name the row.
        return explained("write", () => put(table, given, 1, keep));
      }
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** @throws {Error} when a column holds neither text nor a number */
function toTableRow(record: DatabaseRecord, columns: readonly string[]): TableRow {
  const row: TableRow = {};
  for (const column of columns) {
    const value = record[column] ?? null;
    if (typeof value !== "string" && typeof value !== "number" && value !== null)
      throw new Error(`The column ${column} holds neither text nor a number.`);
    row[column] = value;
  }
  return row;
}

function reasonOf(refused: Refusal): string {
  if ("reason" in refused) return refused.reason;
  return refused.kind === "taken" ? OVERLAPS : OTHER_ROW;
}
