/** The lead that the site sends itself, to check that everything arrives. */

import type { ServerContent } from "../../contract/http/build-manifest.ts";
import { emptyLead, type LeadFields } from "../../contract/lead/lead.ts";

/** @param email the address that gets the confirmation */
export function testLead(
  { form, testLead: lead }: ServerContent,
  email: string,
): LeadFields {
  const { name, company, problems } = lead;
  const selected_service = form.services[0]?.value ?? "";
  return {
    ...emptyLead(),
    name,
    email,
    company_name: company,
    selected_service,
    problems,
  };
}
