/**
 * Every table of ours, for moving to another store: what an export writes and an import reads. Whoever adds a table in a migration
 * adds it here, or to `NOT_MOVED` with the reason; `tests/store/schema.test.ts` fails until it is in one of them.
 */
import { BOOKINGS_TABLE } from "../../contract/booking.ts";
import { LEADS_TABLE } from "../../contract/lead.ts";
import type { DatabaseRecord } from "./records.ts";
import { rowColumns } from "./store.ts";

export interface Table {
  /** The same in every store. */
  name: string;
  /** All columns, in the order of the table. */
  columns: readonly string[];
  /** Those of the columns that exports of earlier versions lack; without them, NULL. */
  added?: readonly string[];
  /** The primary key. */
  key: readonly string[];
  /** A running site removes rows that are too old to matter. */
  expires?: true;
}

/** Times are ISO 8601 in UTC with milliseconds, in every store. */
export type TableRow = Record<string, string | number | null>;

/** @throws {Error} when a column holds neither text nor a number. */
export function toTableRow(record: DatabaseRecord, columns: readonly string[]): TableRow {
  const row: TableRow = {};
  for (const column of columns) {
    const value = record[column] ?? null;
    if (typeof value !== "string" && typeof value !== "number" && value !== null)
      throw new Error(`The column ${column} holds neither text nor a number.`);
    row[column] = value;
  }
  return row;
}

/** A table comes after those that it refers to. */
export const TABLES: readonly Table[] = [
  { name: LEADS_TABLE, columns: rowColumns, key: ["id"] },
  {
    name: "idempotency_keys",
    columns: ["key", "position", "fingerprint", "lead_id", "used_at"],
    key: ["key", "position"],
    expires: true,
  },
  {
    name: "lead_contexts",
    columns: [
      "lead_id",
      "source",
      "due_at",
      "answered_at",
      "visit",
      "outcome",
      "outcome_at",
      "suspicion",
      "answered_by",
      "outcome_by",
    ],
    added: ["visit", "outcome", "outcome_at", "suspicion", "answered_by", "outcome_by"],
    key: ["lead_id"],
  },
  {
    name: "deliveries",
    columns: [
      "id",
      "lead_id",
      "kind",
      "target",
      "state",
      "attempts",
      "due_at",
      "next_at",
      "lease_id",
      "sent_at",
      "last_error",
      "event",
    ],
    added: ["event"],
    key: ["id"],
  },
  {
    name: "confirmed_addresses",
    columns: ["email", "delivery_id", "confirmed_at"],
    key: ["email"],
  },
  { name: "disabled_targets", columns: ["target", "reason", "disabled_at"], key: ["target"] },
  {
    name: "lead_notes",
    columns: ["id", "lead_id", "text", "created_at", "author"],
    added: ["author"],
    key: ["id"],
  },
  {
    name: BOOKINGS_TABLE,
    columns: [
      "id",
      "lead_id",
      "starts_at",
      "ends_at",
      "blocked_until",
      "state",
      "sequence",
      "zone",
      "phone",
      "created_at",
      "updated_at",
    ],
    key: ["id"],
  },
  { name: "closed_times", columns: ["id", "starts_at", "ends_at"], key: ["id"] },
];

/**
 * What belongs to one store and says nothing to another: which migrations it had, whether it can write, and when
 * somebody was last told that mail fails or of suspected leads, who is signed in, and copies of
 * calendars, which are read again. Totals go on from zero, since two of a day cannot be told from one twice. What a search looks through is made anew.
 */
export const NOT_MOVED: readonly string[] = [
  "lead_texts",
  "schema_migrations",
  "own_migrations",
  "write_probe",
  "mail_failure_notice",
  "retention",
  "suspected_digest",
  "calendar_copies",
  "sign_ins",
  "funnel_totals",
];

/** A row that cannot be put into a table. The message names the row by its key and shows nothing else of it. */
export class RowRefusedError extends Error {
  constructor(table: Table, row: TableRow | undefined, reason: string) {
    const key = row ? ` ${table.key.map((column) => String(row[column])).join(", ")}` : "";
    super(`${table.name}${key}: ${reason}`);
    this.name = "RowRefusedError";
  }
}

/** Said of a row whose key is there with other words. */
export const OTHER_ROW = "is already in the store, and says something else there";

/** One moment of all tables. */
export interface Snapshot {
  count(table: Table): Promise<number>;
  /** In the order of the key, byte by byte, so that two stores with the same rows give the same. */
  rows(table: Table): AsyncIterable<TableRow>;
}

/** A store as tables, for moving to another store. Other processes may use it at the same time. */
export interface TableStore {
  snapshot<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T>;
  /**
   * Puts rows into a table, all or none. Rows that are there already, word for word, are left alone.
   *
   * @param keep whether those that are there with other words are left alone as well
   * @returns how many were new.
   * @throws {RowRefusedError} when a key is there with other words, or the table refuses a row.
   */
  put(table: Table, rows: readonly TableRow[], keep?: boolean): Promise<number>;
  /** Gives leads that were put what a running site finds them by, so that it need not start again. */
  prepare(): Promise<void>;
  close(): Promise<void>;
}
