/** Changes calls and plans their deliveries, in the same way for visitors, the inbox and the command line. */
import type { WorkingHours } from "../../contract/booking.ts";
import { MAILBOX_MAILS_A_DAY } from "../../contract/limits.ts";
import { MINUTE_MS, DAY_MS } from "../../contract/durations.ts";
import { planBookingDeliveries } from "../deliveries/planned-deliveries.ts";
import type { DeliverySettings, PlannedDelivery } from "../deliveries/planned-deliveries.ts";
import type { BookedCall, CallTime, DayLimit } from "./bookings.ts";
import type { LeadChange } from "../leads/history.ts";
import type { Database } from "../store/database.ts";
import { readNumber } from "../deliveries/phone-number.ts";
import { createUuidV7 } from "../leads/uuid.ts";
import { planLink } from "./asked-links.ts";
import { bookCall, changeCall } from "./bookings.ts";
import { missCall } from "./calendar.ts";

/** A lead that is older has no open offer. */
const OFFER_DAYS = 30;

/** The person who changes a call, and the version of the lead that this person sees. */
type Author = Pick<LeadChange, "by" | "seen">;

export interface CallsParts {
  store: Database;
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

  const time = (after = 0) => new Date(now() + after).toISOString();

  /** New ids, and the time from which on they are due. */
  function planned(deliveries: readonly PlannedDelivery[]) {
    return { now: time(), deliveries: deliveries.map((one) => ({ id: newId(), ...one })) };
  }

  function plannedFor(startsAt: string) {
    const settings = { ...deliverySettings, reminderHours: workingHours.reminderHours };
    return planned(planBookingDeliveries(startsAt, settings, now()));
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

  /** Wakes the worker once the deliveries of a change are stored. */
  async function sent<Result extends { kind: string }>(changing: Promise<Result>): Promise<Result> {
    const result = await changing;
    if (result.kind === "ok") onDeliveriesPlanned(0);
    return result;
  }

  const change = (
    id: string,
    author: Author,
    more: { time?: CallTime; limit?: DayLimit | undefined; reason?: string },
  ) => sent(changeCall(store, { id, ...author, ...more, ...plannedFor(more.time?.startsAt ?? "") }));

  return {
    async book(
      startsAt: string,
      call: Pick<BookedCall, "lead" | "zone" | "phone" | "limit" | "by" | "seen">,
    ) {
      const number = await readNumber(call.phone, [call.zone, timeZone]);
      const made = { id: newId(), ...call, ...number, ...timeOf(startsAt), ...plannedFor(startsAt) };
      const result = await bookCall(store, made);
      if (result.kind === "booked") onDeliveriesPlanned(result.stored ? 1 : 0);
      return result;
    },

    /** @param limit undefined: the agency moves the call */
    move: (id: string, startsAt: string, author: Author, limit?: DayLimit) =>
      change(id, author, { time: timeOf(startsAt), limit }),

    /** Mails the links of the coming calls of an address, or of its newest lead without one. */
    mailLinks(email: string) {
      const ids = Array.from({ length: MAILBOX_MAILS_A_DAY }, newId);
      return sent(planLink(store, { email, since: time(-OFFER_DAYS * DAY_MS), ids, now: time() }));
    },

    /** @param reason as the visitor typed it; empty without one */
    cancel: (id: string, author: Author, reason = "") => change(id, author, reason === "" ? {} : { reason }),

    /** Marks a no-show, and mails the visitor a link to pick another time. */
    miss(id: string, author: Author) {
      const mail = { kind: "missed", target: "", notBefore: time() } as const;
      const mails = planned(workingHours.mailMissed ? [mail] : []);
      return sent(missCall(store, { id, ...author, ...mails }));
    },
  };
}
