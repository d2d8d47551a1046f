/** What the leads administration reads, in one go, so that figures fit each other. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { LeadDetail } from "../../../contract/leads-admin.ts";
import type { Found } from "../admin-store.ts";
import { toFailures, toHealth, toOverview } from "../figures.ts";
import { toDetails } from "../lead-details.ts";
import { toLeadDelivery } from "../outbox-rows.ts";
import { allDue, failingToAgency } from "../outbox-store.ts";
import { number } from "../records.ts";
import { COUNTS, writtenForOpen } from "../conditions.ts";
import { CONTEXT_COLUMNS, LEAD_COLUMNS, LEADS, listStatement } from "./list-statement.ts";
import type { Handlers } from "./messages.ts";

const DUE = allDue("deliveries");

/** How the leads administration reads. */
export function adminReads(
  db: DatabaseSync,
): Pick<Handlers, "lead" | "list" | "leadsAfter" | "deliveries" | "overview" | "health"> {
  const details = `SELECT ${LEAD_COLUMNS}, ${CONTEXT_COLUMNS} FROM ${LEADS}`;
  const findLead = db.prepare(`${details} WHERE lead.id = ?`);
  const findLeadsAfter = db.prepare(
    `${details} WHERE lead.id > ? AND lead.email = coalesce(?, lead.email) AND lead.id GLOB ?
     ORDER BY lead.id LIMIT ?`,
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
       WHERE context.source = 'test' AND lead.created_at >= :begin AND lead.created_at < :end) - (
       SELECT count(*) FROM ${LEADS} WHERE context.outcome IN ('suspected', 'spam') AND context.source <> 'test'
         AND lead.created_at >= :begin AND lead.created_at < :end) AS leads`,
  );
  const medianBetween = db.prepare(
    `SELECT avg(hours) AS hours FROM (
       SELECT hours, row_number() OVER (ORDER BY hours) AS place, count(*) OVER () AS leads FROM (
         SELECT (julianday(context.answered_at) - julianday(lead.created_at)) * 24 AS hours FROM ${LEADS}
         WHERE lead.created_at >= ? AND lead.created_at < ? AND context.source <> 'test'
           AND context.answered_at IS NOT NULL AND ${COUNTS}))
     WHERE place IN ((leads + 1) / 2, (leads + 2) / 2)`,
  );
  const countOpen = db.prepare(
    `SELECT count(*) AS open, count(*) FILTER (WHERE due_at < ?) AS overdue FROM lead_contexts
     WHERE answered_at IS NULL AND source <> 'test'`,
  );
  const countSuspected = db.prepare(
    "SELECT count(*) AS suspected FROM lead_contexts WHERE outcome = 'suspected'",
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
      ...countSuspected.get(),
      ...countUndelivered.get(now),
      ...countDead.get(),
      ...countMailToAgencyFailing.get(),
    };
  }

  return {
    lead,

    list: listStatement(db),

    leadsAfter({ id = "", size, email = null, ending = "" }) {
      return { kind: "ok", value: detailsOf(findLeadsAfter.all(id, email, `*${ending}`, size)) };
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
  };
}
