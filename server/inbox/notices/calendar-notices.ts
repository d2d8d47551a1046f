/** The mails to the team about its calendars. */
import {
  HOUR_MS,
  MINUTE_MS,
  isoTime,
  timeAfter,
} from "../../../contract/durations.ts";
import { calendarId } from "../../calls/calendars/calendars.ts";
import { readCalendarCopies } from "../../calls/stored-calls.ts";
import { IS_EMPTIED } from "../../deliveries/conditions.ts";
import { isUntold } from "../../deliveries/notices.ts";
import { among, sql } from "../../store/sql.ts";
import { sendNotice, type Desk } from "./send-notice.ts";

/** A calendar that was never read, or has no event anymore, blocks too little. */
const CALENDAR_UNREAD_MS = 20 * MINUTE_MS;
const CALENDAR_FAILING_MS = 6 * HOUR_MS;

/** Mails which calendars cannot be read, and the dates of events that were skipped. */
export async function mailCalendars(desk: Desk): Promise<void> {
  const { store, now, mails, calendarUrls } = desk;
  if (calendarUrls.length === 0) return;
  const calendars = calendarUrls.map(calendarId);
  const readCopies = async () => {
    const copies = await readCalendarCopies(store, calendars);
    const numbered = copies.map((copy) => ({
      ...copy,
      number: calendars.indexOf(copy.id) + 1,
    }));
    return numbered.toSorted((a, b) => a.number - b.number);
  };
  const time = isoTime(now());
  const after = timeAfter(time, -CALENDAR_UNREAD_MS);
  const failing = sql`FROM calendar_copies WHERE id ${among(calendars)}
    AND failing_since <= ${after} AND ${isUntold("failing_since", time)}`;
  // A calendar that was read before may fail for hours, unless the mail names another one anyway.
  const isUrgent = sql`(read_at IS NULL OR ${IS_EMPTIED}
    OR failing_since <= ${timeAfter(time, -CALENDAR_FAILING_MS)})`;
  await sendNotice(
    desk,
    {
      name: "calendars",
      after,
      cause: sql`SELECT max(failing_since) ${failing}
        AND EXISTS (SELECT 1 ${failing} AND ${isUrgent})`,
    },
    async ({ id }) => {
      const copies = await readCopies();
      const named = copies.filter(
        ({ failingSince: since }) => since && since <= after,
      );
      return named.length > 0 ? mails.sendCalendars(id, named) : undefined;
    },
  );
  await sendNotice(
    desk,
    {
      name: "events",
      after: time,
      cause: sql`SELECT max(skipped_since) FROM calendar_copies WHERE id ${among(calendars)}
        AND skipped <> '[]' AND ${isUntold("skipped_since", time)}`,
    },
    async ({ id }) => {
      const copies = await readCopies();
      const skipping = copies.filter(({ skipped }) => skipped.length > 0);
      return skipping.length > 0
        ? mails.sendSkippedEvents(id, skipping)
        : undefined;
    },
  );
}
