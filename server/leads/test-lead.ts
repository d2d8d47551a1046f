/** The lead that the site sends itself, to check that everything arrives. */
import type { ServerContent } from "../../contract/build-manifest.ts";
import { emptyLead, type LeadFields } from "../../contract/lead.ts";

export function testLead(
  { services }: { services: readonly { value: string }[] },
  { name, company, problems }: ServerContent["testLead"],
  email: string,
): LeadFields {
  return {
    ...emptyLead(),
    name,
    email,
    company_name: company,
    selected_service: services[0]?.value ?? "",
    problems,
  };
}
