/** Changes calls and plans their deliveries, in the same way for visitors, the inbox and the command line. */
import type { WorkingHours } from "../../contract/booking.ts";
import type { BookingEventType } from "../../contract/delivery.ts";
import { planBookingDeliveries, type DeliverySettings } from "../outbox/planned-deliveries.ts";
import type { BookedCall, CallTime, DayLimit } from "../storage/bookings.ts";
import type { Store } from "../storage/operations.ts";
import type { NewDelivery } from "../storage/store.ts";
import { createUuidV7 } from "./uuid.ts";

const MINUTE_MS = 60_000;

export interface CallsParts {
  store: Pick<Store, "run">;
  workingHours: Pick<WorkingHours, "lengthMinutes" | "gapMinutes" | "reminderHours">;
  deliverySettings: DeliverySettings;
  now: () => number;
  /** @param leads how many are new */
  onDeliveriesPlanned: (leads: number) => void;
}

export type Calls = ReturnType<typeof createCalls>;

export function createCalls({ store, workingHours, deliverySettings, now, onDeliveriesPlanned }: CallsParts) {
  const newId = createUuidV7(now);
  const time = () => new Date(now()).toISOString();

  function planned(type: BookingEventType, startsAt: string): NewDelivery[] {
    const settings = { webhookUrls: deliverySettings.webhookUrls, reminderHours: workingHours.reminderHours };
    // The lead is already stored.
    return planBookingDeliveries(type, { startsAt }, settings, now()).map((one) => ({
      id: newId(),
      leadId: "",
      ...one,
    }));
  }

  function timeOf(startsAt: string): CallTime {
    const { lengthMinutes, gapMinutes } = workingHours;
    const after = (minutes: number) => new Date(Date.parse(startsAt) + minutes * MINUTE_MS).toISOString();
    return {
      startsAt: after(0),
      endsAt: after(lengthMinutes),
      blockedUntil: after(lengthMinutes + gapMinutes),
    };
  }

  async function wakeWorkerAfter<Result extends { kind: string; repeated?: boolean }>(
    changing: Promise<Result>,
    leads = 0,
  ): Promise<Result> {
    const result = await changing;
    if (result.kind === "ok" || result.kind === "booked") onDeliveriesPlanned(result.repeated ? 0 : leads);
    return result;
  }

  return {
    book: (startsAt: string, call: Pick<BookedCall, "lead" | "zone" | "phone" | "limit">) =>
      wakeWorkerAfter(
        store.run("book", {
          id: newId(),
          ...call,
          ...timeOf(startsAt),
          now: time(),
          deliveries: planned("booking.created", startsAt),
        }),
        typeof call.lead === "string" ? 0 : 1,
      ),

    /** @param limit undefined: the agency moves the call @param by the address signed in to the inbox */
    move: (id: string, startsAt: string, limit?: DayLimit, by?: string) => {
      const deliveries = planned("booking.moved", startsAt);
      const change = { id, ...timeOf(startsAt), now: time(), by, deliveries };
      return wakeWorkerAfter(store.run("moveBooking", limit ? { ...change, limit } : change));
    },

    cancel: (id: string, by?: string) =>
      wakeWorkerAfter(
        store.run("cancelBooking", { id, now: time(), by, deliveries: planned("booking.cancelled", "") }),
      ),
  };
}
