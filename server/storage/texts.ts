/** The numbers whose owners stopped texts. */
import { createHash } from "node:crypto";
import type { Booking } from "../../contract/booking.ts";
import { OF_CHANNEL } from "./conditions.ts";
import type { Query } from "./query.ts";
import { among } from "./sql.ts";

const digestOf = (number: string) => createHash("sha256").update(number).digest("hex");

interface TextChoice {
  number: string;
  /** ISO 8601 in UTC; undefined: texts may come again. */
  stoppedAt: string | undefined;
}

/** Why a text was cancelled for good. */
export const STOPPED = "The owner of the number stopped texts.";

/** Cancels what waits for a number whose owner stops texts. */
export async function chooseTexts(query: Query, { number, stoppedAt }: TextChoice): Promise<null> {
  const digest = digestOf(number);
  if (stoppedAt === undefined) {
    await query`DELETE FROM text_opt_outs WHERE number_digest = ${digest}`;
    return null;
  }
  await query`INSERT INTO text_opt_outs (number_digest, stopped_at) VALUES (${digest}, ${stoppedAt})
    ON CONFLICT DO NOTHING`;
  await query`UPDATE deliveries SET state = 'cancelled', last_error = ${STOPPED}
    WHERE state = 'due' AND ${OF_CHANNEL.text} AND target = ${number}`;
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
