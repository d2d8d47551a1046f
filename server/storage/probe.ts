/** Tests with a real write whether a store can take a lead. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { rowColumns, type Unavailable } from "./store.ts";
import type { Query } from "./query.ts";
import { messageOf } from "../../contract/error-code.ts";
import { Sql } from "./sql.ts";

/** The result serves every caller for this time, since each test writes to the disk. Milliseconds. */
const VALID_MS = 1_000;
/** The health check of a proxy gives up after about five seconds. */
const PATIENCE_MS = 4_000;
const SILENT = "the store does not answer";

const COPIED = new Sql(rowColumns.slice(1).join(", "));

/** Copies the latest lead with all that is stored beside it, rolls that back, and commits a meaningless write. */
export async function probe(query: Query): Promise<{ kind: "written" }> {
  await query`SAVEPOINT trial`;
  // Not in the order of ids: the row is rolled back.
  const id = randomUUID();
  await query`INSERT INTO lead_submissions (id, ${COPIED})
    SELECT ${id}, ${COPIED} FROM lead_submissions ORDER BY id DESC LIMIT 1`;
  await query`INSERT INTO lead_contexts (lead_id, source, due_at)
    SELECT id, 'test', created_at FROM lead_submissions WHERE id = ${id}`;
  await query`INSERT INTO lead_texts (lead_id, text) SELECT id, '' FROM lead_submissions WHERE id = ${id}`;
  await query`INSERT INTO deliveries (id, lead_id, kind, target, state, attempts, due_at, next_at)
    SELECT id, id, 'notification', '', 'due', 0, created_at, created_at FROM lead_submissions WHERE id = ${id}`;
  await query`ROLLBACK TO SAVEPOINT trial`;
  await query`UPDATE write_probe SET writes = writes + 1`;
  return { kind: "written" };
}

export function createProbe(
  write: () => Promise<{ kind: "written" } | Unavailable>,
  log: (sentence: string) => void,
  patienceMs = PATIENCE_MS,
) {
  let latest: { validUntil: number; fault: Promise<string | undefined> } | undefined;
  let lastFault: string | undefined;

  async function tryIt(): Promise<string | undefined> {
    try {
      const written = await write();
      return written.kind === "written" ? undefined : written.reason;
    } catch (error) {
      log(`A lead could not be stored: ${messageOf(error)}`);
      return "the program failed, and the log says why";
    }
  }

  function begin() {
    // One at a time: a silent store would get another write each second.
    const test = { validUntil: Infinity, fault: tryIt() };
    test.fault = test.fault.then((fault) => {
      lastFault = fault;
      test.validUntil = fault === undefined ? performance.now() + VALID_MS : 0;
      return fault;
    });
    return test;
  }

  return {
    /** Why a lead cannot be stored, without a path or anything of a lead; undefined when it can. */
    async fault(): Promise<string | undefined> {
      if (!latest || performance.now() > latest.validUntil) latest = begin();
      return Promise.race([latest.fault, sleep(patienceMs, lastFault ?? SILENT, { ref: false })]);
    },
    forget: (): void => (latest = undefined),
  };
}
