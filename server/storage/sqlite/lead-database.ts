/**
 * The statements on an open database. Many requests share one transaction, because the fsync at its end costs
 * more than everything before it; a savepoint keeps a refused request from undoing its neighbors.
 */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { toLeadRow } from "../lead-row.ts";
import { rowColumns, type Idempotency, type Insert, type InsertResult } from "../store.ts";
import type { LeadQuery, ReadResult, Unavailable } from "../store.ts";
import { addFoldCase, conditions } from "./conditions.ts";
import { refusal, unavailability } from "./sqlite-errors.ts";

const COLUMNS = rowColumns.join(", ");

export class LeadDatabase {
  readonly #db: DatabaseSync;
  readonly #insertLead: StatementSync;
  readonly #forgetKeys: StatementSync;
  readonly #findKey: StatementSync;
  readonly #insertKey: StatementSync;
  readonly #probe: StatementSync;

  constructor(db: DatabaseSync) {
    this.#db = db;
    addFoldCase(db);
    this.#insertLead = db.prepare(
      `INSERT INTO lead_submissions (${COLUMNS}) VALUES (${rowColumns.map((column) => `:${column}`).join(", ")})`,
    );
    this.#forgetKeys = db.prepare("DELETE FROM idempotency_keys WHERE used_at < ?");
    this.#findKey = db.prepare(
      `SELECT fingerprint, ${COLUMNS} FROM idempotency_keys JOIN lead_submissions ON id = lead_id
       WHERE key = ? ORDER BY position`,
    );
    this.#insertKey = db.prepare("INSERT INTO idempotency_keys VALUES (?, ?, ?, ?, ?)");
    this.#probe = db.prepare("UPDATE write_probe SET writes = writes + 1");
  }

  /** Stores all that can be stored in one transaction; durable on return. The answers are in the same order. */
  insertAll(inserts: readonly Insert[]): InsertResult[] {
    try {
      return this.#transaction(() => inserts.map((insert) => this.#insertOne(insert)));
    } catch (error) {
      const result = unavailability(error);
      return inserts.map(() => result);
    }
  }

  read(query: LeadQuery): ReadResult {
    try {
      const { where, values } = conditions(query.filters);
      const order = [...query.order, { column: "id", descending: false }]
        .map(({ column, descending }) => `${column} ${descending ? "DESC" : "ASC"}`)
        .join(", ");
      const rows = this.#db
        .prepare(`SELECT ${COLUMNS} FROM lead_submissions ${where} ORDER BY ${order} LIMIT ? OFFSET ?`)
        .all(...values, query.limit, query.offset)
        .map(toLeadRow);
      const total = query.count
        ? Number(
            this.#db.prepare(`SELECT count(*) AS n FROM lead_submissions ${where}`).get(...values)?.["n"],
          )
        : undefined;
      return { kind: "rows", rows, total };
    } catch (error) {
      return unavailability(error);
    }
  }

  /** Writes and commits one row that means nothing; the fault when that fails. */
  probe(): Unavailable | undefined {
    try {
      this.#transaction(() => this.#probe.run());
      return undefined;
    } catch (error) {
      return unavailability(error);
    }
  }

  close(): void {
    this.#db.close();
  }

  #transaction<T>(work: () => T): T {
    this.#db.exec("BEGIN IMMEDIATE");
    try {
      const result = work();
      this.#db.exec("COMMIT");
      return result;
    } catch (error) {
      // A full disk or a failed read has already rolled back by itself.
      if (this.#db.isTransaction) this.#db.exec("ROLLBACK");
      throw error;
    }
  }

  #insertOne({ rows, idempotency }: Insert): InsertResult {
    const repeated = idempotency && this.#findRepeated(idempotency);
    if (repeated) return repeated;
    this.#db.exec("SAVEPOINT request");
    try {
      for (const row of rows) this.#insertLead.run(row);
      for (const [position, row] of rows.entries()) {
        if (!idempotency) break;
        const { key, fingerprint, usedAt } = idempotency;
        this.#insertKey.run(key, position, fingerprint, row.id, usedAt);
      }
      this.#db.exec("RELEASE request");
      return { kind: "stored", rows, repeated: false };
    } catch (error) {
      const refused = refusal(error);
      if (!refused) throw error;
      this.#db.exec("ROLLBACK TO request");
      this.#db.exec("RELEASE request");
      return refused;
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
