/** Books and changes calls with their deliveries. */
import type { WorkingHours } from "../../contract/booking.ts";
import { MAILBOX_MAILS_A_DAY } from "../../contract/limits.ts";
import { MINUTE_MS } from "../../contract/durations.ts";
import { planBookingDeliveries } from "../deliveries/planned-deliveries.ts";
import type { DeliverySettings, PlannedDelivery } from "../deliveries/planned-deliveries.ts";
import type { CallTime, DeliveryPlan, NewCall } from "./bookings.ts";
import type { LeadChange } from "../leads/history.ts";
import { VISITOR, type LeadEvent } from "../../contract/delivery.ts";
import { IS_NO_SPAM, IS_WITHHELD } from "../deliveries/conditions.ts";
import { insertDeliveries } from "../leads/insert-leads.ts";
import type { Database } from "../store/database.ts";
import type { Insert } from "../store/store.ts";
import { LEADS, text } from "../store/query.ts";
import { sql } from "../store/sql.ts";
import { readNumber } from "../deliveries/phone-number.ts";
import { OFFER_MS } from "../deliveries/signed-links.ts";
import { isoTime, latestDays } from "../leads/days.ts";
import { createUuidV7 } from "../leads/uuid.ts";
import type { OpenTimes } from "./offered-times.ts";
import { bookNewLead, bookStoredLead, cancelCall, moveCall, toBooking } from "./bookings.ts";
import { missCall } from "./stored-calls.ts";

type Author = Pick<LeadChange, "by" | "seen">;

type WantedCall = Pick<NewCall, "zone" | "phone" | "by" | "seen">;

interface CallsParts {
  store: Database;
  workingHours: WorkingHours;
  deliverySettings: DeliverySettings;
  now: () => number;
  times: OpenTimes;
  /** Called once leads are stored, or a change of a call is stored or refused. */
  onStored: (newLeads: number) => void;
}

export type Calls = ReturnType<typeof createCalls>;

export function createCalls(parts: CallsParts) {
  const { store, times, workingHours, deliverySettings, now, onStored } = parts;
  const newId = createUuidV7(now);

  const time = (after = 0) => isoTime(now() + after);

  function planOf(deliveries: readonly PlannedDelivery[]): DeliveryPlan {
    return { now: time(), deliveries: deliveries.map((one) => ({ id: newId(), ...one })) };
  }

  /** @param startsAt empty for a call that is cancelled */
  const planForCall = (startsAt: string) =>
    planOf(planBookingDeliveries(startsAt, deliverySettings, workingHours.reminderHours, now()));

  function timeOf(startsAt: string, by: string | undefined): CallTime {
    const { callMinutes, gapMinutes, callsPerDay } = workingHours;
    const start = Date.parse(startsAt);
    const after = (minutes: number) => isoTime(start + minutes * MINUTE_MS);
    const [from = "", to = ""] = latestDays(1, deliverySettings.timeZone, start).starts;
    return {
      startsAt: after(0),
      endsAt: after(callMinutes.to),
      blockedUntil: after(callMinutes.to + gapMinutes),
      limit: by === VISITOR ? { from, to, callsPerDay } : undefined,
    };
  }

  async function wakeAfter<Result>(changing: Promise<Result>): Promise<Result> {
    // Open times are read again, also after a refusal, since somebody else was faster.
    const result = await changing.finally(() => times.forget());
    onStored(0);
    return result;
  }

  return {
    /** @param lead a new one, which is stored with its call, or the id of a stored one */
    async book(startsAt: string, lead: Insert | string, wanted: WantedCall) {
      const number = readNumber(wanted.phone, [wanted.zone, deliverySettings.timeZone]);
      const when = { ...timeOf(startsAt, wanted.by), ...planForCall(startsAt) };
      const call = { id: newId(), ...wanted, ...number, ...when };
      const booking =
        typeof lead === "string" ? bookStoredLead(store, lead, call) : bookNewLead(store, lead, call);
      const result = await wakeAfter(booking);
      if (result.kind === "booked" && result.stored) onStored(1);
      return result;
    },

    move(id: string, startsAt: string, author: Author, zone?: string) {
      const change = { id, ...author, ...planForCall(startsAt) };
      return wakeAfter(moveCall(store, change, timeOf(startsAt, author.by), zone));
    },

    /** Mails an address the links of its coming calls; without any, a link to pick a time. */
    mailLinks: (to: string) => wakeAfter(planLinks(store, to, time(-OFFER_MS), time(), newId)),

    cancel: (id: string, author: Author, reason = "") =>
      wakeAfter(cancelCall(store, { id, ...author, ...planForCall("") }, reason || undefined)),

    miss(id: string, author: Author) {
      const mail = { kind: "missed", target: "", notBefore: time() } as const;
      const plan = planOf(workingHours.mailMissed ? [mail] : []);
      return wakeAfter(missCall(store, { id, ...author, ...plan }));
    },
  };
}

/**
 * @param email in lower case, as stored
 * @param since a time: leads that came before it have no valid offer any more
 */
function planLinks(db: Database, email: string, since: string, now: string, newId: () => string) {
  return db.write(async (query) => {
    const calls = await query`SELECT booking.* FROM ${LEADS}
      JOIN bookings AS booking ON booking.lead_id = lead.id
      WHERE lead.email = ${email} AND ${IS_NO_SPAM} AND booking.state = 'booked'
        AND booking.ends_at > ${now} ORDER BY booking.starts_at LIMIT ${MAILBOX_MAILS_A_DAY}`;
    const events = calls.map(toBooking).map((booking) => {
      const event: LeadEvent = { type: "booking.created", at: now, by: VISITOR, booking };
      return { leadId: booking.leadId, event };
    });
    const [newest] = await query`SELECT lead.id FROM ${LEADS} WHERE lead.email = ${email}
      AND ${IS_NO_SPAM} AND lead.created_at >= ${since} ORDER BY lead.id DESC LIMIT 1`;
    const offers = newest ? [{ leadId: text(newest, "id"), event: undefined }] : [];
    const mails = events.length > 0 ? events : offers;
    for (const { leadId, event } of mails) {
      const links = sql`lead_id = ${leadId} AND kind = 'link'`;
      await query`UPDATE deliveries SET state = 'due', due_at = ${now}, next_at = ${now},
        last_error = NULL WHERE ${links} AND ${IS_WITHHELD}`;
      const waiting = await query`SELECT 1 FROM deliveries WHERE ${links} AND state = 'due'`;
      const mail = { id: newId(), leadId, kind: "link", target: "", notBefore: now } as const;
      if (waiting.length === 0) await query`${insertDeliveries([mail], "due", event)}`;
    }
    return mails.length;
  });
}
