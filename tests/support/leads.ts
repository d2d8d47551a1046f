import {
  emptyLead,
  isLeadColumn,
  type LeadColumn,
  type LeadFields,
  type LeadRow,
} from "../../contract/lead.ts";

/** With the columns of the specification, which all stores and documents of ours have. */
export const OUR_LEAD = {
  name: "Dana Ortiz",
  email: "dana@ortizhvac.example",
  company_name: "Ortiz HVAC",
  selected_service: "ai-chatbot",
  problems: "Missed calls after 5pm\nSlow quotes",
  additional_info: "",
};
export const OUR_COLUMNS: readonly LeadColumn[] = Object.keys(OUR_LEAD).filter(isLeadColumn);

/** With the agency's own columns, too, which are empty. */
export const LEAD: LeadFields = { ...emptyLead(), ...OUR_LEAD };

/** A stored row; a greater number has a greater id. */
export function leadRow(number: number, changes: Partial<LeadRow> = {}): LeadRow {
  const id = `01932000-0000-7000-8000-${String(number).padStart(12, "0")}`;
  return { id, created_at: "2026-11-20T12:00:00.000Z", ...LEAD, ...changes };
}
