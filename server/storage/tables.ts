/** The tables that an export moves. `tests/store/schema.test.ts` requires a new one here or in `NOT_MOVED`. */
import { BOOKINGS_TABLE } from "../../contract/booking.ts";
import { LEADS_TABLE } from "../../contract/lead.ts";
import { rowColumns } from "./store.ts";

export interface Table {
  name: string;
  columns: readonly string[];
  /** The columns that exports of earlier versions lack: they become NULL. */
  added?: readonly string[];
  key: readonly string[];
  /** A running site removes rows that are too old to matter. */
  expires?: true;
}

/** Times are ISO 8601 in UTC with milliseconds, in every store. */
export type TableRow = Record<string, string | number | null>;

/** The names of columns, in the order of the table. */
const columns = (names: string) => names.split(" ");

/** A table comes after those that it refers to. */
export const TABLES: readonly Table[] = [
  { name: LEADS_TABLE, columns: rowColumns, key: ["id"] },
  {
    name: "idempotency_keys",
    columns: columns("key position fingerprint lead_id used_at"),
    key: ["key", "position"],
    expires: true,
  },
  {
    name: "lead_contexts",
    columns: columns(
      "lead_id source due_at answered_at visit outcome outcome_at suspicion answered_by outcome_by",
    ),
    added: ["visit", "outcome", "outcome_at", "suspicion", "answered_by", "outcome_by"],
    key: ["lead_id"],
  },
  {
    name: "deliveries",
    columns: columns(
      "id lead_id kind target state attempts due_at next_at lease_id sent_at last_error event",
    ),
    added: ["event"],
    key: ["id"],
  },
  { name: "confirmed_addresses", columns: columns("email delivery_id confirmed_at"), key: ["email"] },
  { name: "disabled_targets", columns: columns("target reason disabled_at"), key: ["target"] },
  {
    name: "lead_notes",
    columns: columns("id lead_id text created_at author"),
    added: ["author"],
    key: ["id"],
  },
  {
    name: BOOKINGS_TABLE,
    columns: columns(
      "id lead_id starts_at ends_at blocked_until state sequence zone phone created_at updated_at",
    ),
    key: ["id"],
  },
  { name: "closed_times", columns: columns("id starts_at ends_at"), key: ["id"] },
];

/** Tables and columns that another store does not need or creates itself; totals imported twice would count twice. */
export const NOT_MOVED: readonly string[] = [
  "lead_texts",
  "lead_contexts.service",
  "lead_contexts.came_at",
  "lead_contexts.came_from",
  "schema_migrations",
  "own_migrations",
  "write_probe",
  "mail_failure_notice",
  "retention",
  "clock",
  "suspected_digest",
  "calendar_copies",
  "sign_ins",
  "funnel_totals",
];
