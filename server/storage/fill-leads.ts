/** Adds missing rows of leads (earlier versions, imports, changes by hand), most while the site answers. */
import { setTimeout as wait } from "node:timers/promises";
import * as v from "valibot";
import type { LeadRow } from "../../contract/lead.ts";
import { PROMISED_HOURS } from "../../contract/delivery.ts";
import type { Unavailable } from "./availability.ts";
import { textsOf } from "./insert-leads.ts";
import { type Query, toLeadRow, LEAD_COLUMNS } from "./query.ts";

/** Leads in one transaction, so that a new lead does not wait long. */
const FILLED_AT_ONCE = 500;

const PATIENCE_MS = 2_000;

const NO_UUID = "00000000-0000-0000-0000-000000000000";

const ADOPT = `INSERT INTO lead_contexts (lead_id, source, due_at)
  SELECT id, 'wire', created_at + make_interval(hours => $1) FROM lead_submissions AS lead
  WHERE NOT EXISTS (SELECT 1 FROM lead_contexts WHERE lead_id = lead.id)
  ON CONFLICT DO NOTHING`;

/** A previous version stores only a text. */
const UNDESCRIBED = `SELECT ${LEAD_COLUMNS} FROM lead_submissions AS lead WHERE lead.id > $1
    AND (NOT EXISTS (SELECT 1 FROM lead_texts WHERE lead_id = lead.id)
      OR lead.id IN (SELECT lead_id FROM lead_contexts WHERE came_at IS NULL)) ORDER BY lead.id LIMIT $2`;

const INSERT_TEXTS = `INSERT INTO lead_texts (lead_id, text)
  SELECT id, text FROM json_to_recordset($1) AS said (id uuid, text text) WHERE TRUE ON CONFLICT DO NOTHING`;

const VISITS = "SELECT lead_id, visit FROM lead_contexts WHERE lead_id = ANY ($1)";

const DESCRIBE = `UPDATE lead_contexts
  SET service = lead.selected_service, came_at = lead.created_at, came_from = named.source
  FROM lead_submissions AS lead, json_to_recordset($1) AS named (id uuid, source text)
  WHERE lead.id = lead_id AND named.id = lead_id`;

/** A source as the site writes it: short enough for an index, and without control characters. */
const SOURCE = v.object({ from: v.pipe(v.string(), v.regex(/^\P{C}{1,200}$/u)) });
const VISIT = v.fallback(v.optional(v.pipe(v.string(), v.parseJson(), SOURCE)), undefined);

/** `upTo`: the last lead that was filled; undefined when there are no more. */
interface Filled {
  kind: "filled";
  upTo: string | undefined;
}

type Fill = (after: string | undefined) => Promise<Filled | Unavailable>;

export async function fillLeads(query: Query, after: string | undefined = NO_UUID): Promise<Filled> {
  if (after === NO_UUID) await query(ADOPT, [PROMISED_HOURS]);
  const leads = (await query(UNDESCRIBED, [after, FILLED_AT_ONCE])).map(toLeadRow);
  await describeLeads(query, leads);
  return { kind: "filled", upTo: leads.at(-1)?.id };
}

/** Writes the searched texts of leads. A change of a lead removed its text. */
export async function describeLeads(query: Query, leads: readonly LeadRow[]): Promise<void> {
  if (leads.length === 0) return;
  await query(INSERT_TEXTS, [textsOf(leads)]);
  const visits = await query(VISITS, [leads.map(({ id }) => id)]);
  const named = visits.map((record) => ({
    id: record["lead_id"],
    source: v.parse(VISIT, record["visit"] ?? undefined)?.from ?? null,
  }));
  await query(DESCRIBE, [JSON.stringify(named)]);
}

export async function fillAll(fill: Fill): Promise<void> {
  let after: string | undefined;
  do {
    const filled: Filled | Unavailable = await fill(after);
    after = filled.kind === "filled" ? filled.upTo : undefined;
  } while (after !== undefined);
}

/** Resolves when all leads are filled, or after a moment. While the store cannot be written to, they wait for the next start. */
export async function backfill(fill: Fill, log: (sentence: string) => void): Promise<void> {
  const backfilled = fillAll(fill).catch((error: unknown) =>
    log(`Leads could not be prepared: ${String(error)}.`),
  );
  await Promise.race([backfilled, wait(PATIENCE_MS, undefined, { ref: false })]);
}
