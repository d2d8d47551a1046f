/** Reads and changes the outbox of either store by SQL, for tests that kill processes. */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { onServer } from "../support/postgres.ts";

export interface Delivery {
  id: string;
  kind: string;
  state: string;
  attempts: number;
}

export type Outbox = ReturnType<typeof outboxOf>;

const DELIVERIES = "SELECT id, kind, state, attempts FROM deliveries";

const END_LEASES_AND_WAITS =
  "UPDATE deliveries SET next_at = due_at WHERE state = 'due' AND attempts > 0";

const ORPHANS = `SELECT
  (SELECT count(*) FROM lead_submissions AS lead WHERE 2 > (
    SELECT count(*) FROM deliveries WHERE deliveries.lead_id = lead.id)) +
  (SELECT count(*) FROM lead_submissions WHERE id NOT IN (SELECT lead_id FROM lead_contexts)) +
  (SELECT count(*) FROM deliveries WHERE lead_id NOT IN (SELECT id FROM lead_submissions)) AS n`;

/** @param run executes one statement and returns its records */
function outboxOf(run: (sql: string) => Promise<Record<string, unknown>[]>) {
  return {
    rows: run,
    deliveries: async () => (await run(DELIVERIES)).map(toDelivery),
    endLeasesAndWaits: () => run(END_LEASES_AND_WAITS),
    /** Counts leads with no context or fewer than two deliveries, and deliveries without a lead. */
    orphans: async () => Number((await run(ORPHANS))[0]?.["n"]),
  };
}

export const sqliteOutbox = (dataDir: string): Outbox =>
  outboxOf(async (sql) => {
    const db = new DatabaseSync(join(dataDir, "leads.db"), { timeout: 10_000 });
    try {
      return db.prepare(sql).all();
    } finally {
      db.close();
    }
  });

export const postgresOutbox = (url: string): Outbox =>
  outboxOf((sql) =>
    onServer(url, async (client) => {
      await client.query("SET search_path = public, nightshift");
      return (await client.query(sql)).rows;
    }),
  );

function toDelivery(record: Record<string, unknown>): Delivery {
  const { id, kind, state, attempts } = record;
  return {
    id: String(id),
    kind: String(kind),
    state: String(state),
    attempts: Number(attempts),
  };
}
