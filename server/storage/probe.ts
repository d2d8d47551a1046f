/** Tests with a real write whether a store can take a lead. */
import { randomUUID } from "node:crypto";
import { rowColumns, type Unavailable } from "./store.ts";
import type { Query } from "./query.ts";
import { messageOf } from "../../contract/error-code.ts";

/** The result serves every caller for this time, since each test writes to the disk. Milliseconds. */
const VALID_MS = 1_000;

/** A copy of the latest lead, with all that is stored beside it. */
const TRY_A_LEAD = [
  `INSERT INTO lead_submissions (${rowColumns.join(", ")})
    SELECT $1, ${rowColumns.slice(1).join(", ")} FROM lead_submissions ORDER BY id DESC LIMIT 1`,
  `INSERT INTO lead_contexts (lead_id, source, due_at)
    SELECT id, 'test', created_at FROM lead_submissions WHERE id = $1`,
  "INSERT INTO lead_texts (lead_id, text) SELECT id, '' FROM lead_submissions WHERE id = $1",
  `INSERT INTO deliveries (id, lead_id, kind, target, state, attempts, due_at, next_at)
    SELECT id, id, 'notification', '', 'due', 0, created_at, created_at FROM lead_submissions WHERE id = $1`,
];

/** Writes a lead, rolls it back, and commits a meaningless write. */
export async function probe(query: Query): Promise<{ kind: "written" }> {
  await query("SAVEPOINT trial");
  // Not in the order of ids: the row is rolled back.
  const id = randomUUID();
  for (const statement of TRY_A_LEAD) await query(statement, [id]);
  await query("ROLLBACK TO SAVEPOINT trial");
  await query("UPDATE write_probe SET writes = writes + 1");
  return { kind: "written" };
}

export function createProbe(
  write: () => Promise<{ kind: "written" } | Unavailable>,
  log: (sentence: string) => void,
) {
  let latest: { at: number; fault: Promise<string | undefined> } | undefined;

  async function tryIt(): Promise<string | undefined> {
    let fault: string | undefined;
    try {
      const written = await write();
      if (written.kind === "written") return undefined;
      fault = written.reason;
    } catch (error) {
      log(`A lead could not be stored: ${messageOf(error)}`);
      fault = "the program failed, and the log says why";
    }
    latest = undefined;
    return fault;
  }

  return {
    /** Why a lead cannot be stored, without a path or anything of a lead; undefined when it can. */
    fault(): Promise<string | undefined> {
      const now = performance.now();
      if (!latest || now - latest.at > VALID_MS) latest = { at: now, fault: tryIt() };
      return latest.fault;
    },
    forget: (): void => (latest = undefined),
  };
}
