import {
  emptyLead,
  isLeadColumn,
  type LeadColumn,
  type LeadFields,
  type LeadRow,
} from "../../contract/lead/lead.ts";
import type { Arrival } from "../../server/leads/submit-lead.ts";

/** A lead with the columns of the specification, which every store has. */
export const OUR_LEAD = {
  name: "Dana Ortiz",
  email: "dana@ortizhvac.example",
  company_name: "Ortiz HVAC",
  selected_service: "ai-chatbot",
  problems: "Missed calls after 5pm\nSlow quotes",
  additional_info: "",
};
export const OUR_COLUMNS: readonly LeadColumn[] =
  Object.keys(OUR_LEAD).filter(isLeadColumn);

/** The same lead with the agency's own columns, which are empty. */
export const LEAD: LeadFields = { ...emptyLead(), ...OUR_LEAD };

/** A request from this machine, which has no limit of its own. */
export const ARRIVAL: Arrival = {
  isHoneypotFilled: false,
  address: "127.0.0.1",
};

/** A stored lead. A greater number has a greater id. */
export function leadRow(
  number: number,
  changes: Partial<LeadRow> = {},
): LeadRow {
  const id = `01932000-0000-7000-8000-${String(number).padStart(12, "0")}`;
  return { id, created_at: "2026-11-20T12:00:00.000Z", ...LEAD, ...changes };
}
