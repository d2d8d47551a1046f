/** Parses claimed deliveries, and the rows of a lead that the agency sees. */

import * as v from "valibot";
import { BookingSchema, WishSchema } from "../../contract/call/booking.ts";
import * as admin from "../../contract/inbox/leads-admin.ts";
import { ALL_OUTCOMES, SPAM_SIGNALS } from "../../contract/inbox/outcome.ts";
import { VisitSchema } from "../../contract/lead/lead-visit.ts";
import {
  DELIVERY_KINDS,
  DELIVERY_REASONS,
  readTarget,
  LeadEventSchema,
} from "../../contract/mail/delivery.ts";
import { jsonText, maybeText } from "../../contract/texts.ts";
import {
  flag,
  ifReadable,
  parseReadable,
  parseRecord,
  toLeadRow,
  type DatabaseRecord,
} from "../store/query.ts";

// Values of a newer version count as missing. But
// a delivery with a newer `event` is not sent.
const visit = v.fallback(v.optional(jsonText(VisitSchema)), undefined);
const outcome = v.fallback(v.optional(v.picklist(ALL_OUTCOMES)), undefined);
const suspicion = v.fallback(
  v.pipe(
    // Earlier versions stored other signals, which have no name any more.
    v.optional(jsonText(v.array(v.string())), "[]"),
    v.transform((signals) =>
      SPAM_SIGNALS.filter((signal) => signals.includes(signal)),
    ),
  ),
  [],
);
const event = v.optional(jsonText(LeadEventSchema));

const ClaimedSchema = v.object({
  /** The same in every attempt, so that a receiver can drop duplicates. */
  deliveryId: v.string(),
  kind: v.picklist(DELIVERY_KINDS),
  /** The webhook as configured, or a member's address; else empty. */
  target: v.string(),
  /** Undefined for the arrival of the lead. */
  event,
  attempts: v.number(),
  dueSince: v.string(),
  dueAt: v.string(),
  answeredAt: maybeText,
  owner: maybeText,
  againOf: maybeText,
  againSince: maybeText,
  test: flag,
  why: v.fallback(v.optional(v.picklist(DELIVERY_REASONS)), undefined),
  outcome,
  visit,
  wish: v.optional(WishSchema),
});

/** Reads a wish. A lead without a wish has no `wished_zone`. */
function wishIn(record: DatabaseRecord): DatabaseRecord | undefined {
  const {
    wished_at: at,
    wished_zone: zone,
    wished_phone: phone,
    wished_typed: typed,
  } = record;
  if (typeof zone !== "string") return undefined;
  return {
    at: at ?? undefined,
    zone,
    phone: phone ?? "",
    typed: typed ?? undefined,
  };
}

/** A delivery that this process has leased. Times are ISO 8601 in UTC. */
export type Claimed = NonNullable<ReturnType<typeof toClaimed>>;
export type Outgoing = Omit<
  Claimed,
  "leaseId" | "attempts" | "dueSince" | "why"
>;

/** @returns undefined for a row that this version cannot read */
export function toClaimed(record: DatabaseRecord, leaseId: string) {
  return ifReadable(() => {
    const {
      deliveryId: id,
      outcome: became,
      ...delivery
    } = parseRecord(ClaimedSchema, record, { wish: wishIn(record) });
    const suspected = became === "suspected";
    return { id, ...delivery, suspected, lead: toLeadRow(record), leaseId };
  });
}

const readableEvent = v.fallback(event, undefined);
const LineSchema = v.object({
  ...admin.DeliveryLineSchema.entries,
  event: readableEvent,
});

/** Shows only the host of a webhook, since a URL can contain a secret. */
function toDeliveryLine(
  record: DatabaseRecord,
): admin.DeliveryLine | undefined {
  return ifReadable(() => {
    const { event: happened, ...line } = parseRecord(LineSchema, record);
    const { url } = readTarget(line.target);
    const kind =
      line.kind === "webhook" ? (happened?.type ?? line.kind) : line.kind;
    return { ...line, kind, target: URL.parse(url)?.host ?? url };
  });
}

const DetailSchema = v.object({
  ...v.omit(admin.LeadDetailSchema, [
    "lead",
    "notes",
    "history",
    "bookings",
    "deliveries",
  ]).entries,
  test: flag,
  outcome,
  visit,
  suspicion,
});

type Rows = readonly DatabaseRecord[];

/** Joins leads with their rows. Both keep their order. */
export function toDetails(
  leads: Rows,
  notes: Rows,
  history: Rows,
  calls: Rows,
  deliveries: Rows,
) {
  const byLead = [notes, history, calls, deliveries].map((rows) =>
    Map.groupBy(rows, (row) => row["lead_id"]),
  );
  return leads.map((lead): admin.LeadDetail => {
    const [noted = [], changed = [], booked = [], planned = []] = byLead.map(
      (rows) => rows.get(lead["id"]),
    );
    return {
      lead: toLeadRow(lead),
      ...parseRecord(DetailSchema, lead, { wish: wishIn(lead) }),
      notes: noted.map((note) =>
        parseRecord(admin.LeadNoteSchema, note, {
          by: note["author"] ?? undefined,
        }),
      ),
      history: parseReadable(admin.ChangeSchema, changed),
      bookings: parseReadable(BookingSchema, booked),
      deliveries: planned.flatMap((record) => toDeliveryLine(record) ?? []),
    };
  });
}
