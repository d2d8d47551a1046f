/**
 * The strategy call as an appointment. Times
 * are ISO 8601 in UTC, except working hours.
 */

import * as v from "valibot";
import { fillIn } from "../content/fill-in.ts";
import { wholeNumber, typedAddress } from "../content/values.ts";
import { isCallNumber } from "../lead/lead.ts";
import { isDay } from "../locale/day.ts";
import { maybeText } from "../texts.ts";

/** The days are in the order of ISO 8601. */
export const WEEKDAYS = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
] as const;

const timeOfDay = v.pipe(
  v.string(),
  v.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, "must be like 09:00"),
);

/** Minutes after midnight; `24:00` is the next midnight. */
export function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}

const weekday = v.picklist(WEEKDAYS, `must be one of ${WEEKDAYS.join(", ")}`);

const timeWindow = v.pipe(
  v.object({
    days: v.pipe(
      v.array(weekday),
      v.minLength(1, "must name at least one day"),
      v.readonly(),
    ),
    from: v.pipe(timeOfDay, v.metadata({ input: "time" })),
    to: v.pipe(timeOfDay, v.metadata({ input: "end" })),
  }),
  v.check(({ from, to }) => from < to, "must begin before it ends"),
);

const closedDate = v.pipe(
  v.string(),
  v.isoDate("must be like 2027-12-24"),
  v.check(isDay, "must be a day that there is"),
  v.metadata({ input: "date" }),
);

const ROOM = "must be like https://meet.example/{id}";
const room = v.regex(/^https:\/\/[^{}]*(?:\{id\}[^{}]*)?$/, ROOM);

/** As the number that calls come from: the number that the site shows. */
export const SITE_NUMBER = "{phone}";

/** Times are on the clock of the agency's zone, `TIME_ZONE`. */
export const WorkingHoursSchema = v.object({
  weekly: v.pipe(v.array(timeWindow), v.readonly()),
  /** Texts name both numbers; a booking takes `to` minutes. */
  callMinutes: v.pipe(
    v.object({ from: wholeNumber(5, 240), to: wholeNumber(5, 240) }),
    v.check(
      ({ from, to }) => from <= to,
      "must have a `from` that is not more than `to`",
    ),
  ),
  stepMinutes: wholeNumber(5, 240),
  gapMinutes: wholeNumber(0, 240),
  noticeHours: wholeNumber(0, 24 * 14),
  changeNoticeHours: v.optional(wholeNumber(0, 24 * 14), 0),
  horizonDays: wholeNumber(1, 365),
  callsPerDay: wholeNumber(1, 100),
  closedDates: v.pipe(v.array(closedDate), v.readonly()),
  place: v.variant("kind", [
    v.object({
      kind: v.literal("phone"),
      orVideo: v.exactOptional(v.boolean()),
      from: v.exactOptional(
        v.pipe(
          v.string(),
          v.check(
            (text) => text === SITE_NUMBER || isCallNumber(text),
            `must be a phone number, or ${SITE_NUMBER} for the site's own`,
          ),
        ),
      ),
    }),
    v.object({
      kind: v.literal("link"),
      url: v.pipe(typedAddress, v.url(ROOM), room),
    }),
  ]),
  reminderHours: v.pipe(
    v.array(v.picklist([1, 24], "must be 1 or 24")),
    v.check(
      (hours) => new Set(hours).size === hours.length,
      "must name each once",
    ),
    v.readonly(),
  ),
  mailMissed: v.optional(v.boolean(), true),
  mailLeadsAtNight: v.optional(v.boolean(), false),
});
export type WorkingHours = v.InferOutput<typeof WorkingHoursSchema>;

export type Availability = WorkingHours & { timeZone: string };

/**
 * The content's meeting link. The call's id,
 * which nobody can guess, replaces `{id}`.
 */
export function roomUrl(
  { url }: { url: string },
  { id }: Pick<Booking, "id">,
): string {
  return fillIn(url, { id });
}

/**
 * A member says that the visitor came, or did not
 * come. Until then, a call that is over is `booked`.
 */
export const BOOKING_STATES = [
  "booked",
  "cancelled",
  "came",
  "missed",
] as const;

export const BookingSchema = v.object({
  id: v.string(),
  leadId: v.string(),
  startsAt: v.string(),
  endsAt: v.string(),
  blockedUntil: v.string(),
  state: v.picklist(BOOKING_STATES),
  /** How often the call was changed: the `SEQUENCE` of its invitation. */
  sequence: v.number(),
  zone: v.string(),
  /**
   * The number to call in E.164 (`+12015550142 ext. 5`),
   * or as typed. Empty without a number.
   */
  phone: v.string(),
  /**
   * The number as typed, if `phone` is in E.164.
   * Otherwise `phone` is the number as typed.
   */
  phoneTyped: maybeText,
  createdAt: v.string(),
  updatedAt: v.string(),
});
export type Booking = v.InferOutput<typeof BookingSchema>;

/** The call that a visitor asked for and did not get. */
export const WishSchema = v.object({
  /** Undefined if the typed time could not be read. */
  at: maybeText,
  zone: v.string(),
  /**
   * The number to call, as in a booking.
   * `typed` is the text that the visitor typed.
   */
  phone: v.string(),
  typed: maybeText,
});
export type StoredWish = v.InferOutput<typeof WishSchema>;

/** A call that is over, and nobody said whether the visitor came. */
export const isUnsaid = (
  { state, endsAt }: Pick<Booking, "state" | "endsAt">,
  now: string,
): boolean => state === "booked" && endsAt <= now;

/** The call of a lead that is not over. */
export const comingCall = (bookings: readonly Booking[], now: string) =>
  bookings.find(({ state, endsAt }) => state === "booked" && endsAt > now);

/**
 * The call that a page shows for a lead: the latest
 * that was not cancelled. Nobody books two at once.
 */
export const shownCall = (bookings: readonly Booking[]) =>
  bookings.filter(({ state }) => state !== "cancelled").pop();

export const BookingLineSchema = v.object({
  ...BookingSchema.entries,
  name: v.string(),
  companyName: v.string(),
  email: v.string(),
  suspected: v.boolean(),
  /** The version of the lead. */
  version: v.number(),
});
export type BookingLine = v.InferOutput<typeof BookingLineSchema>;

export const ClosedTimeSchema = v.pick(BookingSchema, [
  "id",
  "startsAt",
  "endsAt",
]);
export type ClosedTime = v.InferOutput<typeof ClosedTimeSchema>;

export const CalendarStateSchema = v.object({
  id: v.string(),
  triedAt: v.string(),
  /**
   * When the calendar was last read. The events of
   * this reading block times, unless it was empty.
   */
  readAt: maybeText,
  failingSince: maybeText,
  reason: maybeText,
  /** The dates of events that could not be read in full. */
  skipped: v.array(v.string()),
});

/**
 * Whether the calendar has no event anymore, and
 * the copy from before blocks times for a day.
 */
export const isEmptied = ({
  failingSince,
  readAt = "",
}: Pick<CalendarState, "failingSince" | "readAt">) =>
  failingSince !== undefined && readAt >= failingSince;

/** `number` is the calendar's position in `CALENDAR_URLS`, counted from 1. */
export type CalendarState = v.InferOutput<typeof CalendarStateSchema> & {
  number: number;
};
