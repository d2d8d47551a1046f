/** Changes calls and plans their deliveries, in the same way for visitors, the inbox and the command line. */
import type { Booking, WorkingHours } from "../../contract/booking.ts";
import { HELD_MINUTES, MAILBOX_MAILS_A_DAY } from "../../contract/limits.ts";
import { MINUTE_MS, DAY_MS } from "../../contract/durations.ts";
import { planBookingDeliveries, toAgency, type DeliverySettings } from "../outbox/planned-deliveries.ts";
import type { BookedCall, CallTime, DayLimit, NewCall } from "../storage/bookings.ts";
import type { LeadChange } from "../storage/history.ts";
import type { HoldResult } from "../storage/holds.ts";
import type { Store } from "../storage/operations.ts";
import type { Unavailable } from "../storage/store.ts";
import { readNumber } from "../outbox/phone-number.ts";
import { createUuidV7 } from "./uuid.ts";

/** A lead that is older has no open offer. */
const OFFER_DAYS = 30;

/** The person who changes a call, and the version of the lead that this person sees. */
type Author = Pick<LeadChange, "by" | "seen">;

export interface CallsParts {
  store: Pick<Store, "run">;
  workingHours: Pick<WorkingHours, "callMinutes" | "gapMinutes" | "reminderHours" | "mailMissed">;
  deliverySettings: DeliverySettings;
  /** The agency's own, by its IANA name. */
  timeZone: string;
  now: () => number;
  /** @param leads how many are new */
  onDeliveriesPlanned: (leads: number) => void;
}

export type Calls = ReturnType<typeof createCalls>;

export function createCalls(parts: CallsParts) {
  const { store, workingHours, deliverySettings, timeZone, now, onDeliveriesPlanned } = parts;
  const newId = createUuidV7(now);

  function planned(startsAt: string) {
    const settings = { ...deliverySettings, reminderHours: workingHours.reminderHours };
    const deliveries = planBookingDeliveries(startsAt, settings, now());
    return {
      now: new Date(now()).toISOString(),
      deliveries: deliveries.map((one) => ({ id: newId(), ...one })),
    };
  }

  function timeOf(startsAt: string): CallTime {
    const { callMinutes, gapMinutes } = workingHours;
    const after = (minutes: number) => new Date(Date.parse(startsAt) + minutes * MINUTE_MS).toISOString();
    return {
      startsAt: after(0),
      endsAt: after(callMinutes.to),
      blockedUntil: after(callMinutes.to + gapMinutes),
    };
  }

  async function change(id: string, { by, seen }: Author, more: { time?: CallTime; reason?: string }) {
    const deliveries = planned(more.time?.startsAt ?? "");
    const result = await store.run("changeBooking", { id, by, seen, ...more, ...deliveries });
    if (result.kind === "ok") onDeliveriesPlanned(0);
    return result;
  }

  return {
    /** @param crowd calls of a day from which on further ones are only held; undefined: this one is not */
    async book(
      startsAt: string,
      {
        crowd,
        ...call
      }: Pick<BookedCall, "lead" | Exclude<NewCall, "phoneTyped"> | "limit" | "by" | "seen"> & {
        crowd?: number;
      },
    ) {
      const after = new Date(now() - DAY_MS).toISOString();
      const number = await readNumber(call.phone, [call.zone, timeZone]);
      const made = { id: newId(), ...call, ...number, ...timeOf(startsAt), ...planned(startsAt) };
      const result = await store.run("book", {
        ...made,
        ...(crowd !== undefined && { crowd: { after, most: crowd } }),
      });
      if (result.kind === "booked") onDeliveriesPlanned(result.stored ? 1 : 0);
      return result;
    },

    /** Holds a time for a stored lead until its visitor confirms it, and says so to both sides. */
    async hold(
      startsAt: string,
      call: Pick<BookedCall, Exclude<NewCall, "phoneTyped"> | "limit"> & { lead: string },
    ): Promise<HoldResult | Unavailable> {
      const at = new Date(now()).toISOString();
      const hold = { kind: "hold", target: "", notBefore: at } as const;
      const mails = [hold, ...toAgency("holding", deliverySettings, at)];
      const deliveries = mails.map((mail) => ({ id: newId(), ...mail }));
      const until = new Date(now() + HELD_MINUTES * MINUTE_MS).toISOString();
      const toldAfter = new Date(now() - DAY_MS).toISOString();
      const number = await readNumber(call.phone, [call.zone, timeZone]);
      const known = { ...call, ...number, ...timeOf(startsAt) };
      const held = { id: newId(), ...known, until, toldAfter, now: at, deliveries };
      const result = await store.run("holdCall", held);
      if (result.kind === "ok") onDeliveriesPlanned(0);
      return result;
    },

    /** Books a call that is held, or was. */
    async confirm({ id, startsAt }: Pick<Booking, "id" | "startsAt">, limit: DayLimit) {
      const result = await store.run("confirmBooking", { id, limit, ...planned(startsAt) });
      if (result.kind === "ok") onDeliveriesPlanned(0);
      return result;
    },

    /** @param limit undefined: the agency moves the call */
    move: (id: string, startsAt: string, author: Author, limit?: DayLimit) =>
      change(id, author, { time: { ...timeOf(startsAt), ...(limit && { limit }) } }),

    /** Mails the links of the coming calls of an address, or of its newest lead without one. */
    async mailLinks(email: string) {
      const since = new Date(now() - OFFER_DAYS * DAY_MS).toISOString();
      const ids = Array.from({ length: MAILBOX_MAILS_A_DAY }, newId);
      const asked = { email, since, ids, now: new Date(now()).toISOString() };
      const result = await store.run("planLink", asked);
      if (result.kind === "ok") onDeliveriesPlanned(0);
      return result;
    },

    /** Texts the visitor that the agency is running late, once. */
    async textLate(id: string, by: string | undefined) {
      const at = new Date(now()).toISOString();
      const late = await store.run("textLate", { id, deliveryId: newId(), now: at, by });
      if (late.kind === "ok") onDeliveriesPlanned(0);
      return late;
    },

    /** @param reason as the visitor typed it; empty without one */
    cancel: (id: string, author: Author, reason = "") => change(id, author, reason === "" ? {} : { reason }),

    /** Marks a no-show, and mails the visitor a link to pick another time. */
    async miss(id: string, author: Author) {
      const at = new Date(now()).toISOString();
      const mail = { id: newId(), kind: "missed", target: "", notBefore: at } as const;
      const deliveries = workingHours.mailMissed ? [mail] : [];
      const result = await store.run("missBooking", { id, ...author, now: at, deliveries });
      if (result.kind === "ok") onDeliveriesPlanned(0);
      return result;
    },
  };
}
