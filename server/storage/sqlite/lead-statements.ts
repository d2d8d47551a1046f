/** The statements on leads, their deliveries, and the keys of requests that may be sent again. */
import { dueAt, PROMISED_HOURS } from "../../../contract/response-promise.ts";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { LeadRow } from "../../../contract/lead.ts";
import { toLeadRow } from "../lead-row.ts";
import type { NewDelivery } from "../outbox-store.ts";
import { rowColumns, type Idempotency, type Insert, type InsertResult } from "../store.ts";
import type { LeadQuery, LeadSource, ReadResult } from "../store.ts";
import { conditions } from "./conditions.ts";

const COLUMNS = rowColumns.join(", ");

/** Rows in one statement, with their values bound by place: by name and one by one the insert takes twice as long. */
const DELIVERIES_AT_ONCE = 8;

export class LeadStatements {
  readonly #db: DatabaseSync;
  readonly #insertLead: StatementSync;
  readonly #insertContext: StatementSync;
  /** For one row, for two, and so on. */
  readonly #insertDeliveries: readonly StatementSync[];
  readonly #findDisabled: StatementSync;
  readonly #forgetKeys: StatementSync;
  readonly #findKey: StatementSync;
  readonly #insertKey: StatementSync;
  readonly #insertAlias: StatementSync;
  readonly #probe: StatementSync;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#insertLead = db.prepare(
      `INSERT INTO lead_submissions (${COLUMNS}) VALUES (${rowColumns.map(() => "?").join(", ")})`,
    );
    this.#insertContext = db.prepare("INSERT INTO lead_contexts (lead_id, source, due_at) VALUES (?, ?, ?)");
    this.#insertDeliveries = Array.from({ length: DELIVERIES_AT_ONCE }, (_, index) =>
      db.prepare(
        `INSERT INTO deliveries (id, lead_id, kind, target, state, attempts, due_at, next_at)
         VALUES ${Array.from({ length: index + 1 }, () => "(?, ?, ?, ?, 'due', 0, ?, ?)").join(", ")}`,
      ),
    );
    this.#findDisabled = db.prepare("SELECT 1 FROM disabled_targets WHERE target = ?");
    this.#forgetKeys = db.prepare("DELETE FROM idempotency_keys WHERE used_at < ?");
    this.#findKey = db.prepare(
      `SELECT fingerprint, ${COLUMNS} FROM idempotency_keys JOIN lead_submissions ON id = lead_id
       WHERE key = ? ORDER BY position`,
    );
    this.#insertKey = db.prepare("INSERT INTO idempotency_keys VALUES (?, ?, ?, ?, ?)");
    this.#insertAlias = db.prepare("INSERT OR IGNORE INTO idempotency_keys VALUES (?, ?, ?, ?, ?)");
    this.#probe = db.prepare("UPDATE write_probe SET writes = writes + 1");
  }

  insert({ rows, source = "wire", deliveries = [], idempotency }: Insert): InsertResult {
    const repeated = idempotency && this.#findRepeated(idempotency);
    if (repeated) return repeated;
    for (const row of rows) this.#insertRow(row, source);
    this.#plan(deliveries.filter(({ target }) => target === "" || !this.#findDisabled.get(target)));
    for (const [position, row] of rows.entries()) {
      if (!idempotency) break;
      const { key, alias, fingerprint, usedAt } = idempotency;
      this.#insertKey.run(key, position, fingerprint, row.id, usedAt);
      if (alias !== undefined) this.#insertAlias.run(alias, position, fingerprint, row.id, usedAt);
    }
    return { kind: "stored", rows, repeated: false };
  }

  read(query: LeadQuery): ReadResult {
    const { where, values } = conditions(query.filters);
    const order = [...query.order, { column: "id", descending: false }]
      .map(({ column, descending }) => `${column} ${descending ? "DESC" : "ASC"}`)
      .join(", ");
    const rows = this.#db
      .prepare(`SELECT ${COLUMNS} FROM lead_submissions ${where} ORDER BY ${order} LIMIT ? OFFSET ?`)
      .all(...values, query.limit, query.offset)
      .map(toLeadRow);
    const total = query.count
      ? Number(this.#db.prepare(`SELECT count(*) AS n FROM lead_submissions ${where}`).get(...values)?.["n"])
      : undefined;
    return { kind: "rows", rows, total };
  }

  /** Gives a context to leads that came past the site: moved here from an earlier version, or put in by hand. */
  backfill(): { kind: "backfilled" } {
    this.#db
      .prepare(
        `INSERT INTO lead_contexts (lead_id, source, due_at)
         SELECT id, 'wire', strftime('%Y-%m-%dT%H:%M:%fZ', created_at, ?) FROM lead_submissions AS lead
         WHERE NOT EXISTS (SELECT 1 FROM lead_contexts WHERE lead_id = lead.id)`,
      )
      .run(`+${PROMISED_HOURS} hours`);
    return { kind: "backfilled" };
  }

  /** Writes one row that means nothing. */
  probe(): { kind: "written" } {
    this.#probe.run();
    return { kind: "written" };
  }

  #insertRow(row: LeadRow, source: LeadSource): void {
    this.#insertLead.run(...rowColumns.map((column) => row[column]));
    this.#insertContext.run(row.id, source, dueAt(row));
  }

  #plan(deliveries: readonly NewDelivery[]): void {
    for (let from = 0; from < deliveries.length; from += DELIVERIES_AT_ONCE) {
      const part = deliveries.slice(from, from + DELIVERIES_AT_ONCE);
      const values = part.flatMap(({ id, leadId, kind, target, notBefore }) => [
        id,
        leadId,
        kind,
        target,
        notBefore,
        notBefore,
      ]);
      this.#insertDeliveries[part.length - 1]?.run(...values);
    }
  }

  #findRepeated({ key, fingerprint, forgetBefore }: Idempotency): InsertResult | undefined {
    this.#forgetKeys.run(forgetBefore);
    const found = this.#findKey.all(key);
    if (found.length === 0) return undefined;
    if (found.some((row) => row["fingerprint"] !== fingerprint)) return { kind: "key-reused" };
    return { kind: "stored", rows: found.map(toLeadRow), repeated: true };
  }
}
