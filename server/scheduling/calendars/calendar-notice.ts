/** Who looks after the site is mailed once of a calendar that could not be read for six hours: its copy grows old. */
import type { CalendarStore } from "../../storage/operations.ts";
import { calendarId } from "./calendars.ts";

const HOUR_MS = 60 * 60_000;
const FAILING_MS = 6 * HOUR_MS;
/** Longer than a mail takes; what failed or was cut off is tried again after it. */
const LEASE_MS = HOUR_MS / 4;

interface CalendarNoticeParts {
  /** `CALENDAR_URLS`. */
  urls: readonly string[];
  store: Pick<CalendarStore, "takeCalendarNotice" | "recordCalendarNotice">;
  /** @param numbers their places in `CALENDAR_URLS`, from 1. @returns whether the mail is on its way. */
  send: (id: string, numbers: readonly number[]) => Promise<boolean>;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** @returns what to do every minute, in each of several processes. */
export function createCalendarNotice({ urls, store, send, now }: CalendarNoticeParts): () => Promise<void> {
  const all = urls.map(calendarId);
  return async () => {
    if (all.length === 0) return;
    const time = (ms: number) => new Date(ms).toISOString();
    const at = now();
    const taken = await store.takeCalendarNotice({
      ids: all,
      now: time(at),
      failingBefore: time(at - FAILING_MS),
      leaseUntil: time(at + LEASE_MS),
    });
    if (taken.kind !== "ok" || taken.value.length === 0) return;
    const numbers = taken.value.map((id) => all.indexOf(id) + 1).toSorted((a, b) => a - b);
    if (await send(`calendars-${at.toString(36)}`, numbers))
      await store.recordCalendarNotice({ ids: taken.value });
  };
}
