/** Leads for tests. */
import type { Service, FormContent } from "../../contract/form-content.ts";
import {
  emptyLead,
  isLeadColumn,
  type LeadColumn,
  type LeadFields,
  type LeadRow,
} from "../../contract/lead.ts";
import { content } from "../content.ts";

const { bookCall, fieldProblems, fields } = content;

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

/** With the agency's own columns, too. */
export const LEAD: LeadFields = { ...emptyLead(), ...OUR_LEAD };

const SERVICES: readonly Service[] = [
  { value: "ai-chatbot", label: "AI-powered Customer Chatbot" },
  { value: "crm-integration", label: "CRM Integration" },
  { value: "appointment-scheduling", label: "Appointment Scheduling" },
  { value: "custom-ai-automation", label: "Custom AI Automation" },
];

/** The site's own text, with the tests' services. */
export const FORM: FormContent = {
  fields,
  fieldProblems,
  services: SERVICES,
  consent: bookCall.consent,
  tag: "en",
};

/** A stored row; a greater number has a greater id. */
export function leadRow(number: number, changes: Partial<LeadRow> = {}): LeadRow {
  const id = `01932000-0000-7000-8000-${String(number).padStart(12, "0")}`;
  return { id, created_at: "2026-11-20T12:00:00.000Z", ...LEAD, ...changes };
}
