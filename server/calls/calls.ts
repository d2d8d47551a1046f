/** Books and changes calls, and plans the deliveries about them. */

import type { Availability } from "../../contract/call/booking.ts";
import { MINUTE_MS, isoTime } from "../../contract/durations.ts";
import { VISITOR } from "../../contract/mail/delivery.ts";
import { readNumber } from "../deliveries/phone-number.ts";
import { planBookingDeliveries } from "../deliveries/planned-deliveries.ts";
import { latestDays } from "../leads/days.ts";
import type { LeadChange } from "../leads/history.ts";
import type { Storing } from "../leads/submit-lead.ts";
import { createUuidV7 } from "../leads/uuid.ts";
import type { Insert } from "../store/store.ts";
import type { CallTime, NewCall } from "./bookings.ts";
import { bookCall, cancelCall, moveCall } from "./bookings.ts";
import type { DeliveryPlan } from "./call-deliveries.ts";
import type { OpenTimes } from "./offered-times.ts";
import { planLinks, sayWhoCame } from "./stored-calls.ts";

type Author = Pick<LeadChange, "by" | "seen">;

type WantedCall = Pick<NewCall, "zone" | "phone" | "by" | "seen">;

interface CallsParts extends Storing {
  availability: Availability;
  times: Pick<OpenTimes, "forget">;
}

export type Calls = ReturnType<typeof createCalls>;

export function createCalls(parts: CallsParts) {
  const { store, times, availability } = parts;
  const { now, onStored } = parts;
  const newId = createUuidV7(now);

  /**
   * Forgets cached times once a change is stored or refused. A refusal, too,
   * shows that one is wrong: somebody took a time that seemed open.
   */
  const finish = <Result>(changing: Promise<Result>) =>
    changing.finally(() => times.forget());

  return {
    async book(
      startsAt: string,
      leadOrId: Insert | string,
      wanted: WantedCall,
    ) {
      const { zone, phone, by } = wanted;
      const number = readNumber(phone, [zone, availability.timeZone]);
      const time = callTime(parts, startsAt, by);
      const plan = await planForCall(parts, startsAt);
      const call = { id: newId(), ...wanted, ...number, ...time, ...plan };
      const result = await finish(bookCall(store, leadOrId, call));
      if (result.kind === "booked" && result.stored) onStored(1);
      return result;
    },

    async move(id: string, startsAt: string, author: Author, zone?: string) {
      const change = { id, ...author, ...(await planForCall(parts, startsAt)) };
      const time = callTime(parts, startsAt, author.by);
      return finish(moveCall(store, change, time, zone));
    },

    /**
     * Mails links to the coming calls of `email`,
     * or, without such calls, a link to open times.
     */
    mailLinks: (email: string) => finish(planLinks(store, email, now())),

    async cancel(id: string, author: Author, reason = "") {
      const change = { id, ...author, ...(await planForCall(parts, "")) };
      return finish(cancelCall(store, change, reason || undefined));
    },

    say(id: string, state: "came" | "missed", author: Author) {
      const at = isoTime(now());
      const mail = { kind: "missed", target: "", notBefore: at } as const;
      const mailed =
        state === "missed" && availability.mailMissed
          ? { type: "booking.missed" as const, deliveries: [mail] }
          : { deliveries: [] };
      return finish(
        sayWhoCame(store, { id, ...author, now: at, ...mailed }, state),
      );
    },
  };
}

/** @param startsAt when the call starts; empty if it is cancelled */
async function planForCall(
  { deliverySettings, availability, now }: CallsParts,
  startsAt: string,
): Promise<DeliveryPlan> {
  return {
    now: isoTime(now()),
    readers: await deliverySettings.readers(),
    deliveries: planBookingDeliveries(
      startsAt,
      deliverySettings,
      availability.reminderHours,
      now(),
    ),
  };
}

/**
 * @param by a visitor's call counts toward
 * `callsPerDay`; a member's call may exceed it
 */
function callTime(
  { availability }: CallsParts,
  startsAt: string,
  by: string | undefined,
): CallTime {
  const { callMinutes, gapMinutes, callsPerDay, timeZone } = availability;
  const start = Date.parse(startsAt);
  const after = (minutes: number) => isoTime(start + minutes * MINUTE_MS);
  const [from = "", to = ""] = latestDays(1, timeZone, start).starts;
  return {
    startsAt: after(0),
    endsAt: after(callMinutes.to),
    blockedUntil: after(callMinutes.to + gapMinutes),
    limit: by === VISITOR ? { from, to, callsPerDay } : undefined,
  };
}
