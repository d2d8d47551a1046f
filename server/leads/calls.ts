/** Changes calls and plans their deliveries, in the same way for visitors, the inbox and the command line. */
import type { WorkingHours } from "../../contract/booking.ts";
import { planBookingDeliveries, type DeliverySettings } from "../outbox/planned-deliveries.ts";
import type { BookedCall, CallTime, DayLimit } from "../storage/bookings.ts";
import type { Store } from "../storage/operations.ts";
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

  function planned(startsAt: string) {
    const settings = { webhookUrls: deliverySettings.webhookUrls, reminderHours: workingHours.reminderHours };
    const deliveries = planBookingDeliveries(startsAt, settings, now());
    return {
      now: new Date(now()).toISOString(),
      deliveries: deliveries.map((one) => ({ id: newId(), ...one })),
    };
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

  async function change(id: string, by: string | undefined, startsAt?: string, limit?: DayLimit) {
    const time = startsAt === undefined ? undefined : { ...timeOf(startsAt), limit };
    const result = await store.run("changeBooking", { id, by, time, ...planned(startsAt ?? "") });
    if (result.kind === "ok") onDeliveriesPlanned(0);
    return result;
  }

  return {
    async book(startsAt: string, call: Pick<BookedCall, "lead" | "zone" | "phone" | "limit">) {
      const made = { id: newId(), ...call, ...timeOf(startsAt), ...planned(startsAt) };
      const result = await store.run("book", made);
      const isNew = result.kind === "booked" && !result.repeated && typeof call.lead !== "string";
      if (result.kind === "booked") onDeliveriesPlanned(isNew ? 1 : 0);
      return result;
    },

    /** @param limit undefined: the agency moves the call @param by the address signed in to the inbox */
    move: (id: string, startsAt: string, limit?: DayLimit, by?: string) => change(id, by, startsAt, limit),

    cancel: (id: string, by?: string) => change(id, by),
  };
}
