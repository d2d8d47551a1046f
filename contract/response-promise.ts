/** The promise of the page: an answer within 24 hours. */
import type { LeadRow } from "./lead.ts";

const HOUR_MS = 60 * 60 * 1000;

/** Hours, not business hours, as the page promises. */
export const PROMISED_HOURS = 24;

/** The time by which the agency promised to answer; ISO 8601 in UTC. */
export function dueAt(lead: Pick<LeadRow, "created_at">): string {
  return hoursAfter(lead, PROMISED_HOURS);
}

export function hoursAfter({ created_at }: Pick<LeadRow, "created_at">, hours: number): string {
  return new Date(Date.parse(created_at) + hours * HOUR_MS).toISOString();
}
