/** What the agency changes: the state of leads, notes, deliveries, and what goes for good. */
import type { DatabaseSync } from "node:sqlite";
import { hoursAfter, PROMISED_HOURS } from "../../../contract/response-promise.ts";
import { REMOVED_AT_ONCE } from "../admin-store.ts";
import { sendAgainConditions } from "../conditions.ts";
import { REMINDER_KINDS } from "../outbox-store.ts";
import { flag, text } from "../records.ts";
import type { Handlers } from "./messages.ts";

const SEND_AGAIN = sendAgainConditions("lead_contexts");

const REMINDERS = `(${REMINDER_KINDS.map((kind) => `'${kind}'`).join(", ")})`;

const OF_THESE = "WHERE lead_id IN (SELECT value FROM json_each(?))";

const IS_HELD = "coalesce(outcome IN ('suspected', 'spam'), FALSE)";

/** How the leads administration changes things. @param lead shows what has become of one */
export function adminChanges(
  db: DatabaseSync,
  lead: Handlers["lead"],
): Pick<Handlers, "answer" | "reopen" | "outcome" | "note" | "sendAgain" | "remove"> {
  const markAnswered = db.prepare(
    `UPDATE lead_contexts SET answered_at = :now, outcome = iif(${IS_HELD}, NULL, outcome)
     WHERE lead_id = :id AND (answered_at IS NULL OR ${IS_HELD})`,
  );
  const cancelReminders = db.prepare(
    `UPDATE deliveries SET state = 'cancelled' WHERE lead_id = ? AND state = 'due' AND kind IN ${REMINDERS}`,
  );
  const cancelAll = db.prepare(
    "UPDATE deliveries SET state = 'cancelled' WHERE lead_id = ? AND state = 'due'",
  );
  const findClock = db.prepare(`SELECT due_at, ${IS_HELD} AS held FROM lead_contexts WHERE lead_id = ?`);
  const markOpen = db.prepare(
    "UPDATE lead_contexts SET answered_at = NULL, outcome = NULL, outcome_at = NULL, due_at = ? WHERE lead_id = ?",
  );
  const findCancelled = db.prepare(
    "SELECT id, due_at FROM deliveries WHERE lead_id = ? AND state = 'cancelled'",
  );
  const planAgain = db.prepare(
    "UPDATE deliveries SET state = 'due', due_at = :at, next_at = :at, lease_id = NULL WHERE id = :id AND :at >= :now",
  );
  const markOutcome = db.prepare(
    `UPDATE lead_contexts SET outcome = :outcome, outcome_at = :now,
       answered_at = iif(${IS_HELD} AND :outcome <> 'spam', :now, coalesce(answered_at, :now)) WHERE lead_id = :id`,
  );
  const insertNote = db.prepare(
    "INSERT INTO lead_notes (id, lead_id, text, created_at) SELECT ?, lead_id, ?, ? FROM lead_contexts WHERE lead_id = ?",
  );
  const deleteLeads = db.prepare("DELETE FROM lead_submissions WHERE id IN (SELECT value FROM json_each(?))");
  const enableTarget = db.prepare("DELETE FROM disabled_targets WHERE target = ?");

  return {
    answer({ id, now }) {
      markAnswered.run({ now, id });
      cancelReminders.run(id);
      return lead(id);
    },

    reopen({ id, now }) {
      const clock = findClock.get(id);
      if (!clock) return lead(id);
      const due = text(clock, "due_at");
      // Of a lead that was held nobody knew: its clock, and all that it is owed, begins now.
      const late = flag(clock, "held")
        ? Date.parse(hoursAfter({ created_at: now }, PROMISED_HOURS)) - Date.parse(due)
        : 0;
      const later = (time: string) => new Date(Date.parse(time) + late).toISOString();
      markOpen.run(later(due), id);
      for (const record of findCancelled.all(id)) {
        planAgain.run({ id: text(record, "id"), at: later(text(record, "due_at")), now });
      }
      return lead(id);
    },

    outcome({ id, outcome, now }) {
      markOutcome.run({ id, outcome, now });
      if (outcome === "spam") cancelAll.run(id);
      else cancelReminders.run(id);
      return lead(id);
    },

    note({ leadId, ...note }) {
      const { changes } = insertNote.run(note.id, note.text, note.createdAt, leadId);
      return changes === 0 ? { kind: "missing" } : { kind: "ok", value: note };
    },

    remove(asked) {
      const [which, value] =
        "ids" in asked
          ? ["id IN (SELECT value FROM json_each(?))", JSON.stringify(asked.ids)]
          : "email" in asked
            ? ["email = ?", asked.email]
            : ["created_at < ?", asked.before];
      const found = db
        .prepare(`SELECT id FROM lead_submissions WHERE ${which} LIMIT ?`)
        .all(value, REMOVED_AT_ONCE);
      const ids = JSON.stringify(found.map(({ id }) => id));
      const deliveries = db.prepare(`SELECT id FROM deliveries ${OF_THESE}`).all(ids);
      const notes = db.prepare(`SELECT id FROM lead_notes ${OF_THESE}`).all(ids);
      // All else goes with the lead: ON DELETE CASCADE.
      deleteLeads.run(ids);
      const names = deliveries.map((record) => text(record, "id"));
      return { kind: "ok", value: { leads: found.length, notes: notes.length, deliveries: names } };
    },

    sendAgain({ now, ...asked }) {
      const one = "id" in asked;
      const condition = SEND_AGAIN[one ? asked.only : asked.all];
      const again = db
        .prepare(
          `UPDATE deliveries SET attempts = iif(state = 'due', attempts, 0),
             due_at = iif(state = 'due', due_at, :now), next_at = :now, sent_at = NULL, state = 'due'
           WHERE ${condition} ${one ? "AND id = :id" : ""} RETURNING id, target`,
        )
        .all({ now, ...(one ? { id: asked.id } : {}) });
      // Who sends to it again wants to know whether it takes something again.
      for (const record of again) enableTarget.run(text(record, "target"));
      return { kind: "ok", value: again.map((record) => text(record, "id")) };
    },
  };
}
