/** Calls in the scenario of the store's promises. */
import type { Booking, Busy } from "../../../contract/booking.ts";
import type { LeadRow } from "../../../contract/lead.ts";
import { withCall } from "../../../server/leads/submit-lead.ts";
import { createUuidV7 } from "../../../server/leads/uuid.ts";
import type { BookResult, ChangeResult } from "../../../server/calls/bookings.ts";
import { LEAD } from "../../support/leads.ts";
import { Scenario, value } from "./scenario.ts";
import { readBusyTimes, readCalls } from "../../../server/calls/calendar.ts";

/** Two days after the scenario begins. */
export const TEN = "2026-11-22T10:00:00.000Z";
export const HALF_PAST = "2026-11-22T10:30:00.000Z";

export const minutesAfter = (time: string, minutes: number) =>
  new Date(Date.parse(time) + minutes * 60_000).toISOString();

export class Calls extends Scenario {
  readonly newId = createUuidV7(() => this.time);
  callsPerDay = 8;

  limit(startsAt: string) {
    const from = `${startsAt.slice(0, 10)}T00:00:00.000Z`;
    return { from, to: minutesAfter(from, 24 * 60), callsPerDay: this.callsPerDay };
  }

  /** With a new lead, or for an existing one. */
  async book(
    startsAt: string,
    lead: Partial<LeadRow> | string = {},
    more: { phone?: string; by?: string } = {},
  ): Promise<BookResult> {
    const call = { zone: "Europe/London", phone: "+1 555 0100", limit: this.limit(startsAt), ...more };
    if (typeof lead === "string") return this.services.calls.book(startsAt, { ...call, lead });
    const prepared = await this.services.leads.prepareLeads(
      [{ fields: { ...LEAD, ...lead } }],
      { kind: "content" },
      { source: "form", formTiming: {} },
    );
    if (prepared.kind !== "ready") throw new Error("The lead is not valid.");
    return this.services.calls.book(startsAt, { ...call, lead: withCall(prepared.insert) });
  }

  move(id: string, startsAt: string): Promise<ChangeResult> {
    return this.services.calls.move(id, startsAt, {}, this.limit(startsAt));
  }

  cancel(id: string): Promise<ChangeResult> {
    return this.services.calls.cancel(id, {});
  }

  async busy(): Promise<Busy[]> {
    const busy = await readBusyTimes(this.store, this.now);
    if ("kind" in busy) throw new Error(busy.reason);
    return busy;
  }

  async all(): Promise<Booking[]> {
    return value(await readCalls(this.store, { since: "1970-01-01T00:00:00.000Z" }));
  }
}

export function booked(result: BookResult): { booking: Booking; lead: LeadRow } {
  if (result.kind === "booked") return result;
  throw new Error(`It was not booked: ${result.kind}.`);
}

export const other = (number: number) => ({ email: `visitor${number}@sample.co` });
