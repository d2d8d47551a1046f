/** Tests with a real write whether a store can take a lead. */

import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { emptyLead, columnNames } from "../../contract/lead/lead.ts";
import { messageOf } from "../settings/error-code.ts";
import type { Database, Log } from "../store/database.ts";
import type { Query } from "../store/query.ts";
import { StoreUnavailable } from "../store/unavailable.ts";
import { insertLeadRows } from "./insert-leads.ts";

/** All callers within this time share one result, since each test writes. */
const VALID_MS = 1_000;
/** The health check of a proxy gives up after about five seconds. */
const PATIENCE_MS = 4_000;

/** Stores a lead, and removes it again. @throws what the database throws */
export async function tryLead(query: Query): Promise<void> {
  await query`SAVEPOINT trial`;
  const id = randomUUID();
  const created_at = new Date().toISOString();
  const lead = { ...emptyLead(), id, created_at };
  for (const column of columnNames) lead[column] = "trial";
  // A migration of the site's owner may check addresses.
  lead.email = "trial@example.com";
  const mail = {
    kind: "notification",
    target: "",
    notBefore: created_at,
  } as const;
  await insertLeadRows(query, { rows: [lead], deliveries: [mail] });
  await query`ROLLBACK TO SAVEPOINT trial`;
}

export function createReadiness(
  db: Database,
  log: Log,
  patienceMs = PATIENCE_MS,
) {
  let latest: Promise<string | undefined> | undefined;

  async function tryStore(): Promise<string | undefined> {
    try {
      await db.write(async (query) => {
        await tryLead(query);
        await query`UPDATE write_probe SET writes = writes + 1`;
      });
      return undefined;
    } catch (error) {
      if (error instanceof StoreUnavailable) return error.reason;
      log(`A lead could not be stored: ${messageOf(error)}`);
      return "the program failed, and the log says why";
    } finally {
      setTimeout(() => (latest = undefined), VALID_MS).unref();
    }
  }

  // Returns why a lead cannot be stored, without
  // a path or a lead's data; undefined if it can.
  return () => {
    // Only one test runs at a time: otherwise a
    // silent store would get a new write each second.
    latest ??= tryStore();
    return Promise.race([
      latest,
      sleep(patienceMs, "the store does not answer", { ref: false }),
    ]);
  };
}
