/** The lead that the site sends itself, to check that everything arrives. */
import type { ServerContent } from "../../contract/build-manifest.ts";
import { emptyLead, type LeadFields } from "../../contract/lead.ts";
import type { Leads } from "./submit-lead.ts";

/** Stores the test lead with the deliveries of a real one. @returns its id */
export async function sendTestLead(leads: Leads, lead: LeadFields): Promise<string> {
  const result = await leads.submitTest(lead);
  if (result.kind === "unavailable") throw result;
  const [row] = result.kind === "stored" ? result.rows : [];
  if (!row) throw new Error(`The test lead was not taken: ${result.kind}.`);
  return row.id;
}

/** @param email the address that gets the confirmation */
export function testLead({ form, testLead: lead }: ServerContent, email: string): LeadFields {
  const { name, company, problems } = lead;
  const selected_service = form.services[0]?.value ?? "";
  return { ...emptyLead(), name, email, company_name: company, selected_service, problems };
}
