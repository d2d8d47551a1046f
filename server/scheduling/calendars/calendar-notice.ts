/** Mails the operator once about a calendar that could not be read for six hours. */
import type { Store } from "../../storage/operations.ts";
import { calendarId } from "./calendars.ts";

const HOUR_MS = 60 * 60_000;
const FAILING_MS = 6 * HOUR_MS;
/** Longer than a mail takes; a failed or interrupted one is retried after it. */
const LEASE_MS = HOUR_MS / 4;

interface CalendarNoticeParts {
  urls: readonly string[];
  store: Pick<Store, "run">;
  /** @param numbers their positions in `CALENDAR_URLS`, from 1 */
  send: (id: string, numbers: readonly number[]) => Promise<{ kind: string; reason?: string }>;
  now: () => number;
  log: { error(about: object, message: string): void };
}

/** @returns what to do every minute, in each of several processes. */
export function createCalendarNotice({ urls, store, send, now, log }: CalendarNoticeParts) {
  const all = urls.map(calendarId);
  return async () => {
    if (all.length === 0) return;
    const time = (ms: number) => new Date(ms).toISOString();
    const at = now();
    const taken = await store.run("takeCalendarNotice", {
      ids: all,
      now: time(at),
      failingBefore: time(at - FAILING_MS),
      leaseUntil: time(at + LEASE_MS),
    });
    if (taken.kind !== "ok" || taken.value.length === 0) return;
    const numbers = taken.value.map((id) => all.indexOf(id) + 1).toSorted((a, b) => a - b);
    const result = await send(`calendars-${at.toString(36)}`, numbers);
    if (result.kind === "sent" || result.kind === "written")
      await store.run("recordCalendarNotice", { ids: taken.value });
    else log.error({ reason: result.reason }, "the mail about calendars failed");
  };
}
