/** The lead that the operator sends to see whether the chain holds. */
import { emptyLead, type LeadFields } from "../../contract/lead.ts";

/**
 * @param email where its confirmation goes
 * @param service the value of one that is offered
 */
export function testLead(email: string, service: string): LeadFields {
  return {
    ...emptyLead(),
    name: "Test Lead",
    email,
    company_name: "Test of the website",
    selected_service: service,
    problems: "This lead was sent by the agency itself, to see that everything arrives.",
  };
}
