/** A lead with all that the agency knows of it, put together from the rows of three tables. */
import type { LeadDetail } from "../../contract/leads-admin.ts";
import { toLeadRow } from "./lead-row.ts";
import { toDeliveryLine, toNote } from "./outbox-rows.ts";
import { flag, optionalText, outcomeOf, signsOf, text, visitOf, type DatabaseRecord } from "./records.ts";

/**
 * @param leads with their context's `due_at`, `answered_at` and `test`; the order stays
 * @param notes of these leads, and `deliveries`: each with its `lead_id`, in the order in which they are shown
 */
export function toDetails(
  leads: readonly DatabaseRecord[],
  notes: readonly DatabaseRecord[],
  deliveries: readonly DatabaseRecord[],
): LeadDetail[] {
  const notesOf = Map.groupBy(notes, (note) => note["lead_id"]);
  const deliveriesOf = Map.groupBy(deliveries, (delivery) => delivery["lead_id"]);
  return leads.map((lead) => ({
    lead: toLeadRow(lead),
    dueAt: text(lead, "due_at"),
    answeredAt: optionalText(lead, "answered_at"),
    answeredBy: optionalText(lead, "answered_by"),
    test: flag(lead, "test"),
    visit: visitOf(lead),
    outcome: outcomeOf(lead),
    outcomeAt: optionalText(lead, "outcome_at"),
    outcomeBy: optionalText(lead, "outcome_by"),
    suspicion: signsOf(lead),
    notes: (notesOf.get(lead["id"]) ?? []).map(toNote),
    deliveries: (deliveriesOf.get(lead["id"]) ?? []).map(toDeliveryLine),
  }));
}
