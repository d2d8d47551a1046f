/** The lead that the site sends itself, to check that everything arrives. */
import { emptyLead, type LeadFields } from "../../contract/lead.ts";

export function testLead(
  { services }: { services: readonly { value: string }[] },
  email: string,
): LeadFields {
  return {
    ...emptyLead(),
    name: "Test Lead",
    email,
    company_name: "Test of the website",
    selected_service: services[0]?.value ?? "",
    problems: "The agency sent this lead itself, to check that everything arrives.",
  };
}
