/** The statements of the leads administration. Everything it shows is read in one go, so that figures fit each other. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { LeadDetail } from "../../../contract/leads-admin.ts";
import { REMOVED_AT_ONCE, type AdminStore, type Found } from "../admin-store.ts";
import { toFailures, toHealth, toOverview } from "../figures.ts";
import { toDetails } from "../lead-details.ts";
import { toLeadDelivery } from "../outbox-rows.ts";
import { allDue, failingToAgency, REMINDER_KINDS } from "../outbox-store.ts";
import { number, text } from "../records.ts";
import { sendAgainConditions, writtenForOpen } from "../conditions.ts";
import { CONTEXT_COLUMNS, LEAD_COLUMNS, LEADS, listStatement } from "./list-statement.ts";
import type { Handlers } from "./messages.ts";

const SEND_AGAIN = sendAgainConditions("lead_contexts");

const DUE = allDue("deliveries");

const REMINDERS = `(${REMINDER_KINDS.map((kind) => `'${kind}'`).join(", ")})`;

/** How the operations of the leads administration are done. */
export function adminStatements(db: DatabaseSync): Pick<Handlers, keyof AdminStore> {
  const details = `SELECT ${LEAD_COLUMNS}, ${CONTEXT_COLUMNS} FROM ${LEADS}`;
  const findLead = db.prepare(`${details} WHERE lead.id = ?`);
  const findLeadsAfter = db.prepare(
    `${details} WHERE lead.id > ? AND lead.email = coalesce(?, lead.email) ORDER BY lead.id LIMIT ?`,
  );
  const notesOf = db.prepare(
    "SELECT * FROM lead_notes WHERE lead_id IN (SELECT value FROM json_each(?)) ORDER BY id",
  );
  const deliveriesOf = db.prepare(
    `SELECT * FROM deliveries WHERE lead_id IN (SELECT value FROM json_each(?)) ORDER BY due_at, id`,
  );
  const leadsBetween = db.prepare(
    `SELECT (SELECT count(*) FROM lead_submissions WHERE created_at >= :begin AND created_at < :end) - (
       SELECT count(*) FROM ${LEADS}
       WHERE context.source = 'test' AND lead.created_at >= :begin AND lead.created_at < :end) AS leads`,
  );
  const medianBetween = db.prepare(
    `SELECT avg(hours) AS hours FROM (
       SELECT hours, row_number() OVER (ORDER BY hours) AS place, count(*) OVER () AS leads FROM (
         SELECT (julianday(context.answered_at) - julianday(lead.created_at)) * 24 AS hours FROM ${LEADS}
         WHERE lead.created_at >= ? AND lead.created_at < ? AND context.source <> 'test'
           AND context.answered_at IS NOT NULL))
     WHERE place IN ((leads + 1) / 2, (leads + 2) / 2)`,
  );
  const countOpen = db.prepare(
    `SELECT count(*) AS open, count(*) FILTER (WHERE due_at < ?) AS overdue FROM lead_contexts
     WHERE answered_at IS NULL AND source <> 'test'`,
  );
  const countUndelivered = db.prepare(
    `SELECT count(*) AS undelivered, min(due_at) AS oldest FROM (${DUE}) WHERE due_at <= ?`,
  );
  const countDead = db.prepare("SELECT count(*) AS dead FROM deliveries WHERE state = 'dead'");
  const countMailToAgencyFailing = db.prepare(
    `SELECT count(*) AS mail_to_agency_failing FROM (${failingToAgency("deliveries", "lead_contexts")})`,
  );
  const countWritten = db.prepare(
    `SELECT count(*) AS written FROM deliveries WHERE ${writtenForOpen("lead_contexts")}`,
  );
  const countFailures = db.prepare(
    `SELECT last_error AS reason, count(*) AS deliveries FROM (
       ${DUE} UNION ALL SELECT due_at, last_error FROM deliveries WHERE state = 'dead')
     WHERE last_error IS NOT NULL GROUP BY last_error ORDER BY count(*) DESC, last_error`,
  );
  const markAnswered = db.prepare(
    "UPDATE lead_contexts SET answered_at = ? WHERE lead_id = ? AND answered_at IS NULL",
  );
  const cancelReminders = db.prepare(
    `UPDATE deliveries SET state = 'cancelled' WHERE lead_id = ? AND state = 'due' AND kind IN ${REMINDERS}`,
  );
  const markOpen = db.prepare("UPDATE lead_contexts SET answered_at = NULL WHERE lead_id = ?");
  const planAgain = db.prepare(
    `UPDATE deliveries SET state = 'due', next_at = due_at, lease_id = NULL
     WHERE lead_id = ? AND state = 'cancelled' AND due_at > ?`,
  );
  const insertNote = db.prepare("INSERT INTO lead_notes (id, lead_id, text, created_at) VALUES (?, ?, ?, ?)");
  const deleteLeads = db.prepare("DELETE FROM lead_submissions WHERE id IN (SELECT value FROM json_each(?))");
  const enableTarget = db.prepare("DELETE FROM disabled_targets WHERE target = ?");

  function detailsOf(leads: ReturnType<StatementSync["all"]>): LeadDetail[] {
    const ids = JSON.stringify(leads.map(({ id }) => id));
    return toDetails(leads, notesOf.all(ids), deliveriesOf.all(ids));
  }

  function lead(id: string): Found<LeadDetail> {
    const [value] = detailsOf(findLead.all(id));
    return value ? { kind: "ok", value } : { kind: "missing" };
  }

  function figures(now: string) {
    return {
      ...countOpen.get(now),
      ...countUndelivered.get(now),
      ...countDead.get(),
      ...countMailToAgencyFailing.get(),
    };
  }

  return {
    lead,

    list: listStatement(db),

    leadsAfter({ id = "", size, email = null }) {
      return { kind: "ok", value: detailsOf(findLeadsAfter.all(id, email, size)) };
    },

    deliveries({ state, page, size }) {
      const where = state === undefined ? "" : "WHERE delivery.state = ?";
      const values = state === undefined ? [] : [state];
      const rows = db
        .prepare(
          `SELECT delivery.*, lead.name AS lead_name FROM deliveries AS delivery
           JOIN lead_submissions AS lead ON lead.id = delivery.lead_id
           WHERE delivery.id IN (
             SELECT delivery.id FROM deliveries AS delivery ${where} ORDER BY due_at, id LIMIT ? OFFSET ?
           ) ORDER BY delivery.due_at, delivery.id`,
        )
        .all(...values, size, (page - 1) * size);
      const counted = db.prepare(`SELECT count(*) AS total FROM deliveries AS delivery ${where}`);
      const total = number(counted.get(...values), "total");
      return { kind: "ok", value: { rows: rows.map(toLeadDelivery), total } };
    },

    overview({ dayStarts, now }) {
      const [first = now, last = now] = [dayStarts[0], dayStarts.at(-1)];
      const leadsADay = dayStarts
        .slice(1)
        .map((end, day) => number(leadsBetween.get({ begin: dayStarts[day] ?? "", end }), "leads"));
      const value = toOverview(leadsADay, medianBetween.get(first, last), figures(now));
      return { kind: "ok", value };
    },

    health(now) {
      return {
        kind: "ok",
        value: toHealth({ ...figures(now), ...countWritten.get() }, toFailures(countFailures.all()), now),
      };
    },

    answer({ id, now }) {
      markAnswered.run(now, id);
      cancelReminders.run(id);
      return lead(id);
    },

    reopen({ id, now }) {
      markOpen.run(id);
      planAgain.run(id, now);
      return lead(id);
    },

    note({ leadId, ...note }) {
      if (!findLead.get(leadId)) return { kind: "missing" };
      insertNote.run(note.id, leadId, note.text, note.createdAt);
      return { kind: "ok", value: note };
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
      const deliveries = deliveriesOf.all(ids).map((record) => text(record, "id"));
      const notes = notesOf.all(ids).length;
      // All else goes with the lead: ON DELETE CASCADE.
      deleteLeads.run(ids);
      return { kind: "ok", value: { leads: found.length, notes, deliveries } };
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
