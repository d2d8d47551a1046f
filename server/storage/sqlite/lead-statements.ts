/** How leads are stored with their deliveries, and with the keys of requests that may be sent again. */
import { dueAt } from "../../../contract/response-promise.ts";
import type { DatabaseSync } from "node:sqlite";
import type { LeadRow } from "../../../contract/lead.ts";
import { toLeadRow } from "../records.ts";
import { searchedText } from "../search.ts";
import type { NewDelivery } from "../outbox-store.ts";
import { rowColumns, type Idempotency, type InsertResult, type LeadSource } from "../store.ts";
import type { Handlers } from "./messages.ts";

const COLUMNS = rowColumns.join(", ");

/** Rows in one statement, with their values bound by place: by name and one by one the insert takes twice as long. */
const DELIVERIES_AT_ONCE = 8;

export function leadStatements(db: DatabaseSync): Pick<Handlers, "insert"> {
  const insertLead = db.prepare(
    `INSERT INTO lead_submissions (${COLUMNS}) VALUES (${rowColumns.map(() => "?").join(", ")})`,
  );
  const insertContext = db.prepare(
    "INSERT INTO lead_contexts (lead_id, source, due_at, visit) VALUES (?, ?, ?, ?)",
  );
  const suspect = db.prepare(
    `UPDATE lead_contexts SET outcome = 'suspected', outcome_at = :at, answered_at = :at, suspicion = :signs
     WHERE lead_id = :id`,
  );
  const holdBack = db.prepare("UPDATE deliveries SET state = 'cancelled' WHERE lead_id = ?");
  const insertText = db.prepare("INSERT INTO lead_texts (lead_id, text) VALUES (?, ?)");
  /** For one row, for two, and so on. */
  const insertDeliveries = Array.from({ length: DELIVERIES_AT_ONCE }, (_, index) =>
    db.prepare(
      `INSERT INTO deliveries (id, lead_id, kind, target, state, attempts, due_at, next_at)
       VALUES ${Array.from({ length: index + 1 }, () => "(?, ?, ?, ?, 'due', 0, ?, ?)").join(", ")}`,
    ),
  );
  const findDisabled = db.prepare("SELECT 1 FROM disabled_targets WHERE target = ?");
  const forgetKeys = db.prepare("DELETE FROM idempotency_keys WHERE used_at < ?");
  const findKey = db.prepare(
    `SELECT fingerprint, ${COLUMNS} FROM idempotency_keys JOIN lead_submissions ON id = lead_id
     WHERE key = ? ORDER BY position`,
  );
  const insertKey = db.prepare("INSERT INTO idempotency_keys VALUES (?, ?, ?, ?, ?)");
  const insertAlias = db.prepare("INSERT OR IGNORE INTO idempotency_keys VALUES (?, ?, ?, ?, ?)");

  function insertRow(row: LeadRow, source: LeadSource, visit: string | null): void {
    insertLead.run(...rowColumns.map((column) => row[column]));
    insertContext.run(row.id, source, dueAt(row), visit);
    insertText.run(row.id, searchedText(row));
  }

  function plan(deliveries: readonly NewDelivery[]): void {
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
      insertDeliveries[part.length - 1]?.run(...values);
    }
  }

  function findRepeated({ key, fingerprint, forgetBefore }: Idempotency): InsertResult | undefined {
    forgetKeys.run(forgetBefore);
    const found = findKey.all(key);
    if (found.length === 0) return undefined;
    if (found.some((row) => row["fingerprint"] !== fingerprint)) return { kind: "key-reused" };
    return { kind: "stored", rows: found.map(toLeadRow), repeated: true };
  }

  return {
    insert({ rows, source = "wire", visit, suspicion = [], deliveries = [], idempotency }) {
      const repeated = idempotency && findRepeated(idempotency);
      if (repeated) return repeated;
      const known = visit ? JSON.stringify(visit) : null;
      for (const row of rows) insertRow(row, source, known);
      plan(deliveries.filter(({ target }) => target === "" || !findDisabled.get(target)));
      for (const { id, created_at: at } of suspicion.length > 0 ? rows : []) {
        suspect.run({ id, at, signs: JSON.stringify(suspicion) });
        holdBack.run(id);
      }
      for (const [position, row] of rows.entries()) {
        if (!idempotency) break;
        const { key, alias, fingerprint, usedAt } = idempotency;
        insertKey.run(key, position, fingerprint, row.id, usedAt);
        if (alias !== undefined) insertAlias.run(alias, position, fingerprint, row.id, usedAt);
      }
      return { kind: "stored", rows, repeated: false };
    },
  };
}
