import { MINUTE_MS, timeAfter } from "../../../contract/durations.ts";
import type {
  LeadAction,
  LeadNote,
} from "../../../contract/inbox/leads-admin.ts";
import { promisedFrom } from "../../../contract/mail/delivery.ts";
import { type AgencyChange, type LeadChange } from "../../leads/history.ts";
import { writeSearchedText } from "../../leads/insert-leads.ts";
import type { Database } from "../../store/database.ts";
import { text } from "../../store/query.ts";
import { sql } from "../../store/sql.ts";
import { changeLead } from "../change-lead.ts";

/**
 * @param owner the address of the member who
 * takes the lead; empty: the lead is given back
 */
export function assignLead(db: Database, change: LeadChange, owner: string) {
  const kind = owner === "" ? "given-back" : "taken";
  const when = sql`coalesce(owner, '') <> ${owner}`;
  return changeLead(db, change, { kind }, when, async (query) => {
    await query`UPDATE lead_contexts SET owner = ${owner || undefined}
      WHERE lead_id = ${change.id}`;
  });
}

/**
 * Somebody else has the same address: the lead
 * has its own clock, and later leads join others.
 */
export function partFromOthers(db: Database, change: LeadChange) {
  const { id } = change;
  const when = sql`person IS NULL`;
  return changeLead(db, change, { kind: "parted" }, when, async (query) => {
    const [lead] =
      await query`SELECT created_at FROM lead_submissions WHERE id = ${id}`;
    const due = promisedFrom(text(lead ?? {}, "created_at"));
    await query`UPDATE lead_contexts SET person = ${id}, due_at = ${due}
      WHERE lead_id = ${id}`;
  });
}

export const OF_ACTIONS: Record<LeadAction, typeof partFromOthers> = {
  "given-back": (db, change) => assignLead(db, change, ""),
  parted: partFromOthers,
};

/**
 * Sets the day of the follow-up, like
 * `2027-03-01`; an empty text removes the day.
 */
export function setFollowUp(db: Database, change: LeadChange, day: string) {
  const reason = day || undefined;
  const when = sql`coalesce(follow_up_on, '') <> ${day}`;
  return changeLead(
    db,
    change,
    { kind: "follow-up", reason },
    when,
    async (query) => {
      await query`UPDATE lead_contexts SET follow_up_on = ${reason}
        WHERE lead_id = ${change.id}`;
    },
  );
}

export function addNote(db: Database, change: AgencyChange, note: string) {
  const { id, now, by } = change;
  const justNow = timeAfter(now, -MINUTE_MS);
  // On a slow connection, people send a note twice.
  const when = sql`NOT EXISTS (SELECT 1 FROM lead_notes
    WHERE lead_id = ${id} AND text = ${note}
    AND coalesce(author, '') = ${by ?? ""} AND created_at > ${justNow})`;
  return changeLead(db, change, { kind: "note" }, when, async (query) => {
    await query`INSERT INTO lead_notes (id, lead_id, text, created_at, author)
      VALUES (${change.newId()}, ${id}, ${note}, ${now}, ${by})`;
    await writeSearchedText(query, id);
  });
}

/**
 * Does not change who wrote the note. So the
 * caller first checks that `change.by` wrote it.
 */
export function correctNote(
  db: Database,
  change: LeadChange,
  note: Pick<LeadNote, "id" | "text">,
) {
  const { id } = change;
  return changeLead(
    db,
    change,
    { kind: "note-corrected" },
    sql`TRUE`,
    async (query) => {
      await query`UPDATE lead_notes SET text = ${note.text}
        WHERE id = ${note.id}`;
      await writeSearchedText(query, id);
    },
  );
}
