/** The mails to the team about its calendars. */

import { fillIn } from "../../../contract/content/fill-in.ts";
import {
  HOUR_MS,
  MINUTE_MS,
  isoTime,
  timeAfter,
} from "../../../contract/durations.ts";
import { isDay } from "../../../contract/locale/day.ts";
import { shortDay } from "../../../contract/locale/times.ts";
import { calendarId, readCopies } from "../../calls/calendars/calendars.ts";
import { IS_EMPTIED } from "../../deliveries/conditions.ts";
import { isUntold } from "../../deliveries/notices.ts";
import { among, sql } from "../../store/sql.ts";
import { sendNotice, type Desk } from "./send-notice.ts";

/**
 * A calendar that was never read, or has no event anymore, blocks too little.
 */
const CALENDAR_UNREAD_MS = 20 * MINUTE_MS;
const CALENDAR_FAILING_MS = 6 * HOUR_MS;

/**
 * Mails which calendars cannot be read, and
 * the dates of events that were skipped.
 */
export async function mailCalendars(desk: Desk): Promise<void> {
  if (desk.calendarUrls.length === 0) return;
  await mailUnreadable(desk);
  await mailSkipped(desk);
}

async function mailUnreadable(desk: Desk): Promise<void> {
  const time = isoTime(desk.now());
  const after = timeAfter(time, -CALENDAR_UNREAD_MS);
  const failing = sql`FROM calendar_copies WHERE id ${among(idsOf(desk))}
    AND failing_since <= ${after} AND ${isUntold(sql`failing_since`, time)}`;
  // A calendar that was read before may fail for
  // hours, unless the mail names another one anyway.
  const isUrgent = sql`(read_at IS NULL OR ${IS_EMPTIED}
    OR failing_since <= ${timeAfter(time, -CALENDAR_FAILING_MS)})`;
  const claim = {
    name: "calendars",
    after,
    cause: sql`SELECT max(failing_since) ${failing}
      AND EXISTS (SELECT 1 ${failing} AND ${isUrgent})`,
  };
  await sendNotice(desk, claim, async () => {
    const copies = await readCopies(desk.store, desk.calendarUrls);
    const numbers = copies
      .filter(({ failingSince: since }) => since && since <= after)
      .map(({ number }) => number)
      .join(", ");
    const texts = desk.content.calendars;
    return { texts, values: { numbers }, namesRunner: true };
  });
}

async function mailSkipped(desk: Desk): Promise<void> {
  const { skippedEvents: texts } = desk.content;
  const time = isoTime(desk.now());
  const claim = {
    name: "events",
    after: time,
    cause: sql`SELECT max(skipped_since) FROM calendar_copies
      WHERE id ${among(idsOf(desk))}
      AND skipped <> '[]' AND ${isUntold(sql`skipped_since`, time)}`,
  };
  await sendNotice(desk, claim, async () => {
    const copies = await readCopies(desk.store, desk.calendarUrls);
    // Names events by their dates: titles never leave a calendar.
    const events = copies
      .filter(({ skipped }) => skipped.length > 0)
      .map(({ number, skipped }) =>
        fillIn(texts.of, {
          number,
          dates: skipped
            .map((day) =>
              isDay(day)
                ? shortDay(day, desk.locale, { year: "numeric" })
                : day,
            )
            .join(", "),
        }),
      )
      .join("; ");
    return { texts, values: { events }, namesRunner: true };
  });
}

const idsOf = ({ calendarUrls }: Desk) => calendarUrls.map(calendarId);
