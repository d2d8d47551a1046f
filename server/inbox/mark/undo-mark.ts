/**
 * *Undo* of a mark, such as *Won*. The lead's
 * history has the state before the mark.
 */

import * as v from "valibot";
import { ALL_OUTCOMES } from "../../../contract/inbox/outcome.ts";
import { jsonText } from "../../../contract/texts.ts";
import { holdBackIfSpam } from "../../calls/call-deliveries.ts";
import { bookAgain, TimeTaken } from "../../calls/spam-calls.ts";
import type { AgencyChange } from "../../leads/history.ts";
import { reopenOthers } from "../../leads/person.ts";
import { readRows, type Database } from "../../store/database.ts";
import { joined, raw, sql } from "../../store/sql.ts";
import { changeLead, notifyWebhooks } from "../change-lead.ts";
import { cancelAsSpam, isHeldAsSpam, RELEASED } from "./mark-lead.ts";

const OTHER_COLUMNS = [
  "outcome_at",
  "outcome_by",
  "answered_at",
  "answered_by",
  "due_at",
] as const;
/** Releases before these columns did not record them. */
const NEWER_COLUMNS = ["next_at", "follow_up_on"] as const;
const StateSchema = v.object({
  // `booked` was once an outcome.
  outcome: v.union([
    v.nullable(v.picklist(ALL_OUTCOMES)),
    v.pipe(
      v.literal("booked"),
      v.transform(() => null),
    ),
  ]),
  ...v.entriesFromList(OTHER_COLUMNS, v.nullable(v.string())),
  ...v.entriesFromList(NEWER_COLUMNS, v.exactOptional(v.nullable(v.string()))),
});
const StoredSchema = jsonText(StateSchema);

/**
 * @returns the state before a mark; undefined
 * if *Undo* cannot restore the state
 */
function stateBefore(db: Database, leadId: string, number: number) {
  return db.read(async (query) => {
    const [row] = await query`SELECT state_before FROM lead_history
      WHERE lead_id = ${leadId} AND number = ${number}`;
    const parsed = v.safeParse(StoredSchema, row?.["state_before"]);
    return parsed.success ? parsed.output : undefined;
  });
}

const MarkSchema = v.object({
  id: v.string(),
  ...v.entriesFromList(["seen", "number"], v.number()),
});

/**
 * The marks that one press of a member made on
 * many leads. @param at the time of the press
 */
export const marksAt = (db: Database, at: string, by: string | undefined) =>
  readRows(
    db,
    MarkSchema,
    sql`SELECT lead_id AS id, number AS seen, number FROM lead_history
      WHERE changed_at = ${at} AND author IS NOT DISTINCT FROM ${by ?? null}
        AND state_before IS NOT NULL ORDER BY lead_id`,
  );

/**
 * @param number the mark's number in the history of its lead
 * @returns the lead; undefined if the mark cannot
 * be undone @throws {StaleFailure | TimeTaken}
 */
export async function undoMark(
  db: Database,
  change: AgencyChange,
  number: number,
) {
  const { id, now } = change;
  const before = await stateBefore(db, id, number);
  if (!before) return undefined;
  const { outcome, answered_at: answeredAt } = before;
  const kind = outcome ?? (answeredAt === null ? "reopened" : "answered");
  const values = Object.entries(before);
  const differs = values.map(
    ([column, value]) => sql`${raw(column)} IS DISTINCT FROM ${value}`,
  );
  const when = sql`(${joined(differs, " OR ")})`;
  return changeLead(db, change, { kind }, when, async (query, undoing) => {
    const canceled = isHeldAsSpam(id);
    if (!(await bookAgain(query, change, canceled))) throw new TimeTaken();
    await query`UPDATE deliveries
      SET ${RELEASED},
        next_at = CASE WHEN due_at > ${now} THEN due_at ELSE ${now} END
      WHERE lead_id = ${id} AND state = 'cancelled' AND ${canceled}`;
    if (outcome === "spam") await cancelAsSpam(query, change, undoing);
    const restored = values.map(
      ([column, value]) => sql`${raw(column)} = ${value}`,
    );
    const [changed] = await query`SELECT 1 FROM lead_contexts
      WHERE lead_id = ${id} AND outcome IS DISTINCT FROM ${outcome}`;
    await query`UPDATE lead_contexts SET ${joined(restored, ", ")}
      WHERE lead_id = ${id}`;
    await holdBackIfSpam(query, id);
    await reopenOthers(query, change, number);
    if (outcome && outcome !== "suspected" && changed)
      await notifyWebhooks(query, change, { type: "lead.outcome", outcome });
  });
}
