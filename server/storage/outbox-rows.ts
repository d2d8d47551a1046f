/** Reads claimed deliveries and what the administration shows from what a database gave. */
import * as v from "valibot";
import { DELIVERY_KINDS, readTarget } from "../../contract/delivery.ts";
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
import { ALL_OUTCOMES } from "../../contract/outcome.ts";
import { EVENT as event, SUSPICION as suspicion, unreadColumns, VISIT as visit } from "./json-columns.ts";
import { BookingSchema } from "../../contract/booking.ts";
import type { Claimed } from "./outbox-store.ts";
import { flag, ifReadable, read, text, toLeadRow, type DatabaseRecord } from "./records.ts";

const optional = v.optional(v.string());
const outcome = v.fallback(v.optional(v.picklist(ALL_OUTCOMES)), undefined);

const ClaimedSchema = v.object({
  deliveryId: v.string(),
  kind: v.picklist(DELIVERY_KINDS),
  target: v.string(),
  event,
  attempts: v.number(),
  dueSince: v.string(),
  dueAt: v.string(),
  test: flag,
  outcome,
  visit,
});

/**
 * @param record the columns of the lead, of the delivery, and of the lead's context
 * @returns undefined when this version does not know what is to be sent
 */
export function toClaimed(record: DatabaseRecord, leaseId: string): Claimed | undefined {
  if (unreadColumns(record).includes("event")) return undefined;
  return ifReadable(() => claimed(record, leaseId));
}

function claimed(record: DatabaseRecord, leaseId: string): Claimed {
  const {
    deliveryId: id,
    visit: known,
    event: happened,
    outcome: became,
    ...delivery
  } = read(ClaimedSchema, record);
  const suspected = became === "suspected";
  return { id, ...delivery, suspected, visit: known, event: happened, lead: toLeadRow(record), leaseId };
}

const SummarySchema = v.object({
  ...LeadSummarySchema.entries,
  test: flag,
  outcome,
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

/** Undefined when it is of a newer version. The webhook's address can hold a secret; its host tells one from another. */
function toDeliveryLine(record: DatabaseRecord): DeliveryLine | undefined {
  const known = ifReadable(() => read(LineSchema, record));
  if (!known) return undefined;
  const { event: happened, ...line } = known;
  const { url } = readTarget(line.target);
  const kind = line.kind === "webhook" ? (happened?.type ?? line.kind) : line.kind;
  return { ...line, kind, target: URL.parse(url)?.host ?? url };
}

/** @param record with the lead's `lead_id` and `lead_name` too */
export function toLeadDelivery(record: DatabaseRecord): LeadDelivery | undefined {
  const line = toDeliveryLine(record);
  return line && { ...line, leadId: text(record, "lead_id"), leadName: text(record, "lead_name") };
}

const KnownSchema = v.object({
  ...v.omit(LeadDetailSchema, ["lead", "notes", "bookings", "deliveries", "unread"]).entries,
  test: flag,
  outcome,
  visit,
  suspicion,
});

/**
 * Leads with all that the agency knows of them, put together from the rows of four tables.
 *
 * @param leads with what is known of them; the order stays
 * @param notes of these leads, `calls` and `deliveries`: each with its `lead_id`, in the order in which they are shown
 */
export function toDetails(
  leads: readonly DatabaseRecord[],
  notes: readonly DatabaseRecord[],
  calls: readonly DatabaseRecord[],
  deliveries: readonly DatabaseRecord[],
): LeadDetail[] {
  const notesOf = Map.groupBy(notes, (note) => note["lead_id"]);
  const callsOf = Map.groupBy(calls, (call) => call["lead_id"]);
  const deliveriesOf = Map.groupBy(deliveries, (delivery) => delivery["lead_id"]);
  return leads.map((lead) => {
    const sent = (deliveriesOf.get(lead["id"]) ?? []).map((record) => ({
      line: toDeliveryLine(record),
      name: `delivery ${text(record, "id")}`,
      unread: unreadColumns(record),
    }));
    return {
      lead: toLeadRow(lead),
      ...read(KnownSchema, lead),
      notes: (notesOf.get(lead["id"]) ?? []).map((note) =>
        read(LeadNoteSchema, note, { by: note["author"] ?? undefined }),
      ),
      bookings: (callsOf.get(lead["id"]) ?? []).map((call) => read(BookingSchema, call)),
      deliveries: sent.flatMap(({ line }) => line ?? []),
      unread: [
        ...unreadColumns(lead),
        ...sent.flatMap(({ line, unread, name }) => (line && unread.length === 0 ? [] : name)),
      ],
    };
  });
}
