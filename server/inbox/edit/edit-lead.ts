import type { LeadColumn, LeadRow } from "../../../contract/lead/lead.ts";
import { type AgencyChange } from "../../leads/history.ts";
import { writeSearchedText } from "../../leads/insert-leads.ts";
import { joined, raw, sql } from "../../store/sql.ts";
import type { Database } from "../../store/database.ts";
import { changeLead, notifyWebhooks } from "../change-lead.ts";

export function editLead(
  db: Database,
  {
    lead,
    corrected,
    ...change
  }: AgencyChange & { lead: LeadRow; corrected: readonly LeadColumn[] },
) {
  const { id } = change;
  const reason =
    corrected.map((column) => lead[column]).join("\n") || undefined;
  return changeLead(
    db,
    change,
    { kind: "corrected", reason },
    sql`TRUE`,
    async (query) => {
      const values = corrected.map(
        (column) => sql`${raw(column)} = ${lead[column]}`,
      );
      await query`UPDATE lead_submissions SET ${joined(values, ", ")} WHERE id = ${id}`;
      await writeSearchedText(query, id);
      await notifyWebhooks(query, change, { type: "lead.updated" });
    },
  );
}
