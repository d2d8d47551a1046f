/** Reads claimed deliveries and what the administration shows from what a database gave. */
import * as v from "valibot";
import { DELIVERY_KINDS, LeadEventSchema, readTarget } from "../../contract/delivery.ts";
import {
  DeliveryLineSchema,
  LeadDetailSchema,
  LeadNoteSchema,
  LeadSummarySchema,
  type DeliveryLine,
  type LeadDelivery,
  type LeadDetail,
  type LeadSummary,
} from "../../contract/leads-admin.ts";
import { VisitSchema } from "../../contract/lead-visit.ts";
import { SIGNS } from "../../contract/outcome.ts";
import type { Claimed } from "./outbox-store.ts";
import { flag, json, read, text, toLeadRow, type DatabaseRecord } from "./records.ts";

const visit = v.optional(json(VisitSchema));
const event = v.optional(json(LeadEventSchema));
const optional = v.optional(v.string());

const ClaimedSchema = v.object({
  deliveryId: v.string(),
  kind: v.picklist(DELIVERY_KINDS),
  target: v.string(),
  event,
  attempts: v.number(),
  dueSince: v.string(),
  dueAt: v.string(),
  test: flag,
  visit,
});

/** @param record the columns of the lead, of the delivery, and of the lead's context */
export function toClaimed(record: DatabaseRecord, leaseId: string): Claimed {
  const { deliveryId: id, visit: known, event: happened, ...delivery } = read(ClaimedSchema, record);
  return { id, ...delivery, visit: known, event: happened, lead: toLeadRow(record), leaseId };
}

const SummarySchema = v.object({
  ...LeadSummarySchema.entries,
  test: flag,
  visit,
  answeredBy: optional,
  outcomeBy: optional,
});

export function toSummary(record: DatabaseRecord): LeadSummary {
  const service = record["selected_service"];
  const { visit: known, answeredBy, outcomeBy, ...summary } = read(SummarySchema, record, { service });
  return { ...summary, by: outcomeBy ?? answeredBy, from: known?.from };
}

const LineSchema = v.object({ ...DeliveryLineSchema.entries, event });

/** The webhook's address can hold a secret; its host tells one from another. */
function toDeliveryLine(record: DatabaseRecord): DeliveryLine {
  const { event: happened, ...line } = read(LineSchema, record);
  const { url } = readTarget(line.target);
  return { ...line, kind: happened?.type ?? line.kind, target: URL.parse(url)?.host ?? url };
}

/** @param record with the lead's `lead_id` and `lead_name` too */
export function toLeadDelivery(record: DatabaseRecord): LeadDelivery {
  return { ...toDeliveryLine(record), leadId: text(record, "lead_id"), leadName: text(record, "lead_name") };
}

const KnownSchema = v.object({
  ...v.omit(LeadDetailSchema, ["lead", "notes", "deliveries"]).entries,
  test: flag,
  visit,
  suspicion: v.optional(json(v.array(v.picklist(SIGNS))), "[]"),
});

/**
 * Leads with all that the agency knows of them, put together from the rows of three tables.
 *
 * @param leads with what is known of them; the order stays
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
    ...read(KnownSchema, lead),
    notes: (notesOf.get(lead["id"]) ?? []).map((note) =>
      read(LeadNoteSchema, note, { by: note["author"] ?? undefined }),
    ),
    deliveries: (deliveriesOf.get(lead["id"]) ?? []).map(toDeliveryLine),
  }));
}
