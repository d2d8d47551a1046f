/** Reads either store's outbox and turns its time forward by SQL, for tests that kill processes. */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { onServer } from "../support/postgres.ts";

export interface Delivery {
  id: string;
  kind: string;
  state: string;
  attempts: number;
  /** The event as JSON, where it is about a call. */
  event: string;
}

export interface Outbox {
  rows(sql: string): Promise<Record<string, unknown>[]>;
  deliveries(): Promise<Delivery[]>;
  /** Ends every lease and every wait for another attempt. */
  letTimePass(): Promise<void>;
  /** Leads without deliveries or a context, and deliveries without a lead. */
  orphans(): Promise<number>;
}

const DELIVERIES = "SELECT id, kind, state, attempts, event FROM deliveries";

const LET_TIME_PASS = "UPDATE deliveries SET next_at = due_at WHERE state = 'due' AND attempts > 0";

const HOUR_EARLIER =
  "UPDATE deliveries SET due_at = strftime('%Y-%m-%dT%H:%M:%fZ', due_at, '-1 hour') WHERE attempts > 0";

const ORPHANS = `SELECT
  (SELECT count(*) FROM lead_submissions AS lead WHERE 2 > (
    SELECT count(*) FROM deliveries WHERE deliveries.lead_id = lead.id)) +
  (SELECT count(*) FROM lead_submissions WHERE id NOT IN (SELECT lead_id FROM lead_contexts)) +
  (SELECT count(*) FROM deliveries WHERE lead_id NOT IN (SELECT id FROM lead_submissions)) AS n`;

/** On SQLite the deliveries that were tried can also be made an hour older. */
export function sqliteOutbox(dataDir: string): Outbox & { letAnHourPass: () => Promise<void> } {
  function run<T>(work: (db: DatabaseSync) => T): T {
    const db = new DatabaseSync(join(dataDir, "leads.db"), { timeout: 10_000 });
    try {
      return work(db);
    } finally {
      db.close();
    }
  }
  return {
    rows: async (sql) => run((db) => db.prepare(sql).all()),
    deliveries: async () => run((db) => db.prepare(DELIVERIES).all()).map(toDelivery),
    letTimePass: async () => run((db) => db.exec(LET_TIME_PASS)),
    letAnHourPass: async () => run((db) => db.exec(HOUR_EARLIER)),
    orphans: async () => Number(run((db) => db.prepare(ORPHANS).get())?.["n"]),
  };
}

export function postgresOutbox(url: string): Outbox {
  async function run(sql: string): Promise<Record<string, unknown>[]> {
    return onServer(url, async (client) => {
      await client.query("SET search_path = public, nightshift");
      return (await client.query(sql)).rows;
    });
  }
  return {
    rows: run,
    deliveries: async () => (await run(DELIVERIES)).map(toDelivery),
    letTimePass: async () => void (await run(LET_TIME_PASS)),
    orphans: async () => Number((await run(ORPHANS))[0]?.["n"]),
  };
}

function toDelivery(record: Record<string, unknown>): Delivery {
  const { id, kind, state, attempts, event } = record;
  return {
    id: String(id),
    kind: String(kind),
    state: String(state),
    attempts: Number(attempts),
    event: typeof event === "string" ? event : JSON.stringify(event),
  };
}
