/** Texts to visitors: whose owners stopped them, and that the agency is running late. Times are ISO 8601 in UTC. */
import { createHash } from "node:crypto";
import type { Booking } from "../../contract/booking.ts";
import { lateFrom, mayTextLate } from "../../contract/text-messages.ts";
import { lockCalls, planEvent, toBooking } from "./bookings.ts";
import type { Query } from "./query.ts";
import { among } from "./sql.ts";

const digestOf = (number: string) => createHash("sha256").update(number).digest("hex");

interface TextChoice {
  number: string;
  /** Undefined: texts may come again. */
  stoppedAt: string | undefined;
}

export async function chooseTexts(query: Query, { number, stoppedAt }: TextChoice): Promise<null> {
  const digest = digestOf(number);
  if (stoppedAt === undefined) await query`DELETE FROM text_opt_outs WHERE number_digest = ${digest}`;
  else
    await query`INSERT INTO text_opt_outs (number_digest, stopped_at) VALUES (${digest}, ${stoppedAt})
      ON CONFLICT DO NOTHING`;
  return null;
}

export async function hasStoppedTexts(query: Query, number: string): Promise<boolean> {
  const found = await query`SELECT 1 FROM text_opt_outs WHERE number_digest = ${digestOf(number)}`;
  return found.length > 0;
}

/** @returns those of the calls whose visitor stopped texts */
export async function callsWithoutTexts(query: Query, calls: readonly Booking[]): Promise<string[]> {
  const stopped = await query`SELECT number_digest FROM text_opt_outs
    WHERE number_digest ${among(calls.map(({ phone }) => digestOf(phone)))}`;
  const digests = new Set(stopped.map(({ number_digest }) => number_digest));
  return calls.filter(({ phone }) => digests.has(digestOf(phone))).map(({ id }) => id);
}

interface Late {
  /** The call. */
  id: string;
  deliveryId: string;
  now: string;
  by: string | undefined;
}

/** Plans one text for each time of a call, and another one if that failed. @returns undefined if its visitor gets none now */
export async function textLate(
  query: Query,
  { id, deliveryId, now, by }: Late,
): Promise<Booking | undefined> {
  await query`${lockCalls}`;
  const [call] = (await query`SELECT * FROM bookings WHERE id = ${id}`).map(toBooking);
  if (!call || !mayTextLate(call, now) || (await hasStoppedTexts(query, call.phone))) return undefined;
  const known = await query`SELECT 1 FROM deliveries WHERE lead_id = ${call.leadId} AND kind = 'text-late'
    AND due_at >= ${lateFrom(call)} AND state NOT IN ('dead', 'cancelled')`;
  const text = { id: deliveryId, kind: "text-late", target: call.phone, notBefore: now } as const;
  if (known.length === 0) await planEvent(query, call, { type: "booking.created", at: now, by }, [text]);
  return call;
}
