/** The statements on leads, their deliveries, and the keys of requests that may be sent again. */
import { dueAt, PROMISED_HOURS } from "../../../contract/response-promise.ts";
import type { DatabaseSync } from "node:sqlite";
import type { LeadRow } from "../../../contract/lead.ts";
import { toLeadRow } from "../records.ts";
import { FILLED_AT_ONCE } from "../backfill.ts";
import { searchedText } from "../search.ts";
import type { NewDelivery } from "../outbox-store.ts";
import { rowColumns, type Idempotency, type InsertResult, type LeadSource } from "../store.ts";
import { conditions } from "./conditions.ts";
import type { Handlers } from "./messages.ts";

const COLUMNS = rowColumns.join(", ");

/** Of a lead that is never kept. */
const TRIAL_ID = "ffffffff-ffff-7fff-bfff-ffffffffffff";
const NO_TIME = "1970-01-01T00:00:00.000Z";

/** Rows in one statement, with their values bound by place: by name and one by one the insert takes twice as long. */
const DELIVERIES_AT_ONCE = 8;

/** How the operations on leads are done. */
export function leadStatements(db: DatabaseSync): Pick<Handlers, "insert" | "read" | "backfill" | "probe"> {
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
  const writeProbe = db.prepare("UPDATE write_probe SET writes = writes + 1");

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

  /** Every lead has a context: from then on the site answers for it. */
  function adopt(): void {
    db.prepare(
      `INSERT INTO lead_contexts (lead_id, source, due_at)
         SELECT id, 'wire', strftime('%Y-%m-%dT%H:%M:%fZ', created_at, ?) FROM lead_submissions AS lead
         WHERE NOT EXISTS (SELECT 1 FROM lead_contexts WHERE lead_id = lead.id)`,
    ).run(`+${PROMISED_HOURS} hours`);
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

    read(query) {
      const { condition, values } = conditions(query.filters);
      const from = `FROM lead_submissions WHERE ${condition}`;
      const order = [...query.order, { column: "id", descending: false }]
        .map(({ column, descending }) => `${column} ${descending ? "DESC" : "ASC"}`)
        .join(", ");
      const rows = db
        .prepare(`SELECT ${COLUMNS} ${from} ORDER BY ${order} LIMIT ? OFFSET ?`)
        .all(...values, query.limit, query.offset)
        .map(toLeadRow);
      const total = query.count
        ? Number(db.prepare(`SELECT count(*) AS n ${from}`).get(...values)?.["n"])
        : undefined;
      return { kind: "rows", rows, total };
    },

    backfill(after) {
      if (after === undefined) adopt();
      const leads = db
        .prepare(
          `SELECT ${COLUMNS} FROM lead_submissions AS lead WHERE id > ?
             AND NOT EXISTS (SELECT 1 FROM lead_texts WHERE lead_id = lead.id) ORDER BY id LIMIT ?`,
        )
        .all(after ?? "", FILLED_AT_ONCE)
        .map(toLeadRow);
      for (const lead of leads) insertText.run(lead.id, searchedText(lead));
      return { kind: "filled", upTo: leads.at(-1)?.id };
    },
    /** Writes one row that means nothing, and a lead like the latest, which is taken back. */
    probe() {
      db.exec("SAVEPOINT trial");
      const [latest] = db.prepare(`SELECT ${COLUMNS} FROM lead_submissions ORDER BY id DESC LIMIT 1`).all();
      if (latest) {
        insertRow({ ...toLeadRow(latest), id: TRIAL_ID }, "test", null);
        plan([{ id: TRIAL_ID, leadId: TRIAL_ID, kind: "notification", target: "", notBefore: NO_TIME }]);
      }
      db.exec("ROLLBACK TO trial; RELEASE trial");
      writeProbe.run();
      return { kind: "written" };
    },
  };
}
