/** The statements of the leads administration. Everything it shows is read in one go, so that figures fit each other. */
import type { LeadFilter, LeadDetail, LeadNote, LeadSummary } from "../../../contract/leads-admin.ts";
import { SEND_AGAIN_CONDITIONS, type SendAgainNow } from "../admin-store.ts";
import type { DeliveryQuery, Health, LeadDelivery, ListQuery } from "../admin-store.ts";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { LeadAt, OverviewFigures, OverviewQuery, Page } from "../admin-store.ts";
import { toFailures, toHealth, toOverview } from "../figures.ts";
import { toDetails } from "../lead-details.ts";
import { toLeadDelivery, toSummary } from "../outbox-rows.ts";
import { allDue, failingToAgency, REMINDER_KINDS } from "../outbox-store.ts";
import { number, text } from "../records.ts";
import { searchFilters } from "../search.ts";
import { rowColumns } from "../store.ts";
import { conditions } from "./conditions.ts";

type Found<Value> = { kind: "ok"; value: Value } | { kind: "missing" };

const LEADS = "lead_submissions AS lead JOIN lead_contexts AS context ON context.lead_id = lead.id";

const CONTEXT_COLUMNS = "context.due_at, context.answered_at, context.source = 'test' AS test";

const LEAD_COLUMNS = rowColumns.map((column) => `lead.${column}`).join(", ");

const FILTERS: Record<LeadFilter, string> = {
  open: "context.answered_at IS NULL",
  answered: "context.answered_at IS NOT NULL",
  all: "TRUE",
};

/** Not sent although it should be: for good, or so far. */
const TROUBLED = "(delivery.state = 'dead' OR (delivery.state = 'due' AND delivery.last_error IS NOT NULL))";

const DUE = allDue("deliveries");

const REMINDERS = `(${REMINDER_KINDS.map((kind) => `'${kind}'`).join(", ")})`;

export class AdminStatements {
  readonly #db: DatabaseSync;
  readonly #leads: StatementSync;
  readonly #leadsAfter: StatementSync;
  readonly #notes: StatementSync;
  readonly #deliveries: StatementSync;
  readonly #days: StatementSync;
  readonly #median: StatementSync;
  readonly #open: StatementSync;
  readonly #undelivered: StatementSync;
  readonly #dead: StatementSync;
  readonly #mailToAgencyFailing: StatementSync;
  readonly #failures: StatementSync;
  readonly #answer: StatementSync;
  readonly #cancel: StatementSync;
  readonly #reopen: StatementSync;
  readonly #oweAgain: StatementSync;
  readonly #note: StatementSync;
  readonly #enableTarget: StatementSync;

  constructor(db: DatabaseSync) {
    this.#db = db;
    const details = `SELECT ${LEAD_COLUMNS}, ${CONTEXT_COLUMNS} FROM ${LEADS}`;
    this.#leads = db.prepare(`${details} WHERE lead.id = ?`);
    this.#leadsAfter = db.prepare(`${details} WHERE lead.id > ? ORDER BY lead.id LIMIT ?`);
    this.#notes = db.prepare(
      "SELECT * FROM lead_notes WHERE lead_id IN (SELECT value FROM json_each(?)) ORDER BY id",
    );
    this.#deliveries = db.prepare(
      `SELECT * FROM deliveries WHERE lead_id IN (SELECT value FROM json_each(?)) ORDER BY due_at, id`,
    );
    this.#days = db.prepare(
      `SELECT count(*) AS leads FROM ${LEADS}
       WHERE lead.created_at >= ? AND lead.created_at < ? AND context.source <> 'test'`,
    );
    this.#median = db.prepare(
      `SELECT avg(hours) AS hours FROM (
         SELECT hours, row_number() OVER (ORDER BY hours) AS place, count(*) OVER () AS leads FROM (
           SELECT (julianday(context.answered_at) - julianday(lead.created_at)) * 24 AS hours FROM ${LEADS}
           WHERE lead.created_at >= ? AND lead.created_at < ? AND context.source <> 'test'
             AND context.answered_at IS NOT NULL))
       WHERE place IN ((leads + 1) / 2, (leads + 2) / 2)`,
    );
    this.#open = db.prepare(
      `SELECT count(*) AS open, count(*) FILTER (WHERE due_at < ?) AS overdue FROM lead_contexts
       WHERE answered_at IS NULL AND source <> 'test'`,
    );
    this.#undelivered = db.prepare(
      `SELECT count(*) AS undelivered, min(due_at) AS oldest FROM (${DUE}) WHERE due_at <= ?`,
    );
    this.#dead = db.prepare("SELECT count(*) AS dead FROM deliveries WHERE state = 'dead'");
    this.#mailToAgencyFailing = db.prepare(
      `SELECT count(*) AS mail_to_agency_failing FROM (${failingToAgency("deliveries", "lead_contexts")})`,
    );
    this.#failures = db.prepare(
      `SELECT last_error AS reason, count(*) AS deliveries FROM (
         ${DUE} UNION ALL SELECT due_at, last_error FROM deliveries WHERE state = 'dead')
       WHERE last_error IS NOT NULL GROUP BY last_error ORDER BY count(*) DESC, last_error`,
    );
    this.#answer = db.prepare(
      "UPDATE lead_contexts SET answered_at = ? WHERE lead_id = ? AND answered_at IS NULL",
    );
    this.#cancel = db.prepare(
      `UPDATE deliveries SET state = 'cancelled' WHERE lead_id = ? AND state = 'due' AND kind IN ${REMINDERS}`,
    );
    this.#reopen = db.prepare("UPDATE lead_contexts SET answered_at = NULL WHERE lead_id = ?");
    this.#oweAgain = db.prepare(
      `UPDATE deliveries SET state = 'due', next_at = due_at, lease_id = NULL
       WHERE lead_id = ? AND state = 'cancelled' AND due_at > ?`,
    );
    this.#note = db.prepare("INSERT INTO lead_notes (id, lead_id, text, created_at) VALUES (?, ?, ?, ?)");
    this.#enableTarget = db.prepare("DELETE FROM disabled_targets WHERE target = ?");
  }

  list({ filter, search, page, size }: ListQuery): Found<Page<LeadSummary>> {
    const { where, values } = conditions(searchFilters(search));
    const from = `FROM ${LEADS} ${where === "" ? "WHERE" : `${where} AND`} ${FILTERS[filter]}`;
    const rows = this.#db
      .prepare(
        `SELECT ${LEAD_COLUMNS}, ${CONTEXT_COLUMNS}, (
           SELECT count(*) FROM deliveries AS delivery WHERE delivery.lead_id = lead.id AND ${TROUBLED}
         ) AS troubled ${from}
         ORDER BY context.answered_at IS NOT NULL, iif(context.answered_at IS NULL, context.due_at, NULL),
           context.answered_at DESC, lead.id LIMIT ? OFFSET ?`,
      )
      .all(...values, size, (page - 1) * size);
    const total = number(this.#db.prepare(`SELECT count(*) AS total ${from}`).get(...values), "total");
    return { kind: "ok", value: { rows: rows.map(toSummary), total } };
  }

  lead(id: string): Found<LeadDetail> {
    const [value] = this.#details(this.#leads.all(id));
    return value ? { kind: "ok", value } : { kind: "missing" };
  }

  leadsAfter(id: string | undefined, size: number): Found<LeadDetail[]> {
    return { kind: "ok", value: this.#details(this.#leadsAfter.all(id ?? "", size)) };
  }

  deliveries({ state, page, size }: DeliveryQuery): Found<Page<LeadDelivery>> {
    const where = state === undefined ? "" : "WHERE delivery.state = ?";
    const values = state === undefined ? [] : [state];
    const rows = this.#db
      .prepare(
        `SELECT delivery.*, lead.name AS lead_name FROM deliveries AS delivery
         JOIN lead_submissions AS lead ON lead.id = delivery.lead_id ${where}
         ORDER BY delivery.due_at, delivery.id LIMIT ? OFFSET ?`,
      )
      .all(...values, size, (page - 1) * size);
    const counted = this.#db.prepare(`SELECT count(*) AS total FROM deliveries AS delivery ${where}`);
    const total = number(counted.get(...values), "total");
    return { kind: "ok", value: { rows: rows.map(toLeadDelivery), total } };
  }

  overview({ dayStarts, now }: OverviewQuery): Found<OverviewFigures> {
    const [first = now, last = now] = [dayStarts[0], dayStarts.at(-1)];
    const leadsADay = dayStarts
      .slice(1)
      .map((end, day) => number(this.#days.get(dayStarts[day] ?? "", end), "leads"));
    const value = toOverview(leadsADay, this.#median.get(first, last), this.#figures(now));
    return { kind: "ok", value };
  }

  health(now: string): Found<Health> {
    return { kind: "ok", value: toHealth(this.#figures(now), toFailures(this.#failures.all()), now) };
  }

  answer({ id, now }: LeadAt): Found<LeadDetail> {
    this.#answer.run(now, id);
    this.#cancel.run(id);
    return this.lead(id);
  }

  reopen({ id, now }: LeadAt): Found<LeadDetail> {
    this.#reopen.run(id);
    this.#oweAgain.run(id, now);
    return this.lead(id);
  }

  note({ leadId, ...note }: LeadNote & { leadId: string }): Found<LeadNote> {
    if (!this.#leads.get(leadId)) return { kind: "missing" };
    this.#note.run(note.id, leadId, note.text, note.createdAt);
    return { kind: "ok", value: note };
  }

  sendAgain({ now, ...asked }: SendAgainNow): Found<string[]> {
    const one = "id" in asked;
    const condition = SEND_AGAIN_CONDITIONS[one ? asked.only : asked.all];
    const again = this.#db
      .prepare(
        `UPDATE deliveries SET attempts = iif(state = 'due', attempts, 0), due_at = iif(state = 'due', due_at, :now),
           next_at = :now, sent_at = NULL, state = 'due'
         WHERE ${condition} ${one ? "AND id = :id" : ""} RETURNING id, target`,
      )
      .all({ now, ...(one ? { id: asked.id } : {}) });
    // Who sends to it again wants to know whether it takes something again.
    for (const record of again) this.#enableTarget.run(text(record, "target"));
    return { kind: "ok", value: again.map((record) => text(record, "id")) };
  }

  #details(leads: ReturnType<StatementSync["all"]>): LeadDetail[] {
    const ids = JSON.stringify(leads.map(({ id }) => id));
    return toDetails(leads, this.#notes.all(ids), this.#deliveries.all(ids));
  }

  #figures(now: string) {
    return {
      ...this.#open.get(now),
      ...this.#undelivered.get(now),
      ...this.#dead.get(),
      ...this.#mailToAgencyFailing.get(),
    };
  }
}
