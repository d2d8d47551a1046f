import type { LeadRow } from "../../../contract/lead/lead.ts";
import { listLeads } from "../../../server/inbox/list/list-leads.ts";
import { momentOf } from "../../../server/leads/days.ts";
import type { Database } from "../../../server/store/database.ts";
import { leadRow } from "../../support/leads.ts";

let rowsMade = 0;

export function row(changes: Partial<LeadRow> = {}) {
  rowsMade += 1;
  const created_at = new Date(Date.UTC(2026, 10, 20) + rowsMade).toISOString();
  return leadRow(rowsMade, { created_at, ...changes });
}

export function keyed(rows: LeadRow[], fingerprint = "aa") {
  const idempotency = {
    key: "key:one",
    fingerprint,
    usedAt: "2026-11-20T12:00:00.000Z",
  };
  return { rows, idempotency };
}

/** @returns all leads, sorted by id */
export async function readAll(store: Database) {
  const { leads } = await listLeads(store, {
    filter: "all",
    size: 1000,
    ...momentOf({ timeZone: "UTC", now: Date.now }),
  });
  return leads
    .map(({ lead }) => lead)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
