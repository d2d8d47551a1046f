/** Leads for tests. */
import type { LeadFields } from "../../contract/lead.ts";

export const LEAD: LeadFields = {
  name: "Dana Ortiz",
  email: "dana@ortizhvac.example",
  company_name: "Ortiz HVAC",
  selected_service: "ai-chatbot",
  problems: "Missed calls after 5pm\nSlow quotes",
  additional_info: "",
};
