/**
 * Rows whose lead is gone. The site deletes them with it, but the `sqlite3` program leaves them behind when somebody
 * deletes a lead by hand: foreign keys are off there. They would be sent to nobody, and no import would take them.
 */
import type { DatabaseSync } from "node:sqlite";

/** What the schema would have deleted, as a statement for each reference. */
const STATEMENTS = `SELECT child.name AS child, format(
    'DELETE FROM "%w" WHERE "%w" IS NOT NULL AND "%w" NOT IN (SELECT "%w" FROM "%w")',
    child.name, key."from", key."from", key."to", key."table") AS statement
  FROM pragma_table_list AS child, pragma_foreign_key_list(child.name) AS key
  WHERE child.schema = 'main' AND key.on_delete = 'CASCADE'`;

/** Every lead has a context, which stays behind too. A look at these alone takes a tenth of the time. */
const QUICK_LOOK = "SELECT 1 FROM lead_contexts WHERE lead_id NOT IN (SELECT id FROM lead_submissions)";

/**
 * Removes them.
 *
 * @param quickly whether to look for whole leads alone.
 * @returns a sentence for the operator; undefined when there were none.
 */
export function removeOrphans(db: DatabaseSync, quickly: boolean): string | undefined {
  // Looks without writing: nearly always that is all.
  if (!db.prepare(quickly ? QUICK_LOOK : "SELECT 1 FROM pragma_foreign_key_check").get()) return undefined;
  const removed: string[] = [];
  db.exec("BEGIN IMMEDIATE");
  try {
    for (const { child, statement } of db.prepare(STATEMENTS).all()) {
      const { changes } = db.prepare(String(statement)).run();
      if (changes > 0) removed.push(`${changes} of ${String(child)}`);
    }
    db.exec("COMMIT");
  } catch (error) {
    if (db.isTransaction) db.exec("ROLLBACK");
    throw error;
  }
  if (removed.length === 0) return undefined;
  return `Removed what was left of leads that were deleted by hand: ${removed.join(", ")}.`;
}
