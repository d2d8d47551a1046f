/** All open leads at once, page by page. */
import type { LeadSummary } from "../../contract/leads-admin.ts";
import type { LeadsAdmin, Result } from "../../server/leads/leads-admin.ts";
import type { Seen } from "./changes.ts";

const PAGE = 100;

/**
 * Looks through all pages. The list moves while it is read: a lead that was there and is not any more is asked for, so
 * that none is missed because another one was answered in between.
 */
export async function pollLeads(admin: LeadsAdmin, before: Seen): Promise<Result<Seen>> {
  const seen = new Map<string, LeadSummary>();
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const list = await admin.list({ filter: "open", search: "", page, size: PAGE });
    if (list.kind !== "ok") return list;
    for (const lead of list.value.leads) seen.set(lead.id, lead);
    pages = list.value.pages;
  }
  for (const lead of before.values()) {
    if (seen.has(lead.id)) continue;
    const found = await admin.lead({ id: lead.id });
    if (found.kind === "unavailable") return found;
    if (found.kind === "ok" && found.value.answeredAt === undefined) seen.set(lead.id, lead);
  }
  return { kind: "ok", value: seen };
}
