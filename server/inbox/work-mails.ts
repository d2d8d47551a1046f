/** Mails to the team about its work: one each morning, one before a promise is broken, and one for many leads at once. */
import { HOUR_MS, MINUTE_MS } from "../../contract/durations.ts";
import { latestDays } from "../leads/days.ts";
import { readToday } from "../calls/calendar.ts";
import { isQuiet, lastMorning, nextMorning, nextNight } from "../deliveries/quiet-hours.ts";
import { REMINDED_HOURS } from "../deliveries/notices.ts";
import type { MorningWork, Storm, WaitingLeads } from "../deliveries/mail/team-mails.ts";
import { NOTHING, sendNotice, time, type DigestParts } from "./team-notices.ts";
import { countSuspected, readStorm, readWaiting } from "./work.ts";

/** A lead is mailed this long before its promised time, so that there is time to answer. */
const BEFORE_MS = 4 * HOUR_MS;
/** In the last hour of a day, leads whose time is over soon after the night are mailed, too. */
const EVENING_MS = HOUR_MS;
/** The mail of the morning has them, and is sent first. */
const AFTER_MORNING_MS = 15 * MINUTE_MS;
/** How long leads are collected into one mail. */
const STORM_MS = 10 * MINUTE_MS;

/** Those belong to nobody. */
const NONE_SUSPECTED = { kind: "ok", value: 0 } as const;

/** Mails what is overdue, due and to follow up with, and today's calls. @returns a function to call every minute */
export function createMorningMail(parts: DigestParts<MorningWork>) {
  const { store, timeZone, now } = parts;
  return async () => {
    if (isQuiet(now(), timeZone)) return;
    const after = lastMorning(now(), timeZone);
    await sendNotice(parts, { name: "morning", after }, async (_about, sentAt, owner) => {
      const [today, overdue, due, suspected] = await Promise.all([
        readToday(store, latestDays(1, timeZone, after), owner),
        readWaiting(store, { after: time(0), by: time(now()), order: "latest", owner }),
        readWaiting(store, {
          after: time(now()),
          by: time(nextNight(now(), timeZone)),
          order: "soonest",
          owner,
        }),
        owner === undefined ? countSuspected(store) : NONE_SUSPECTED,
      ]);
      if (today.kind !== "ok" || overdue.kind !== "ok" || due.kind !== "ok" || suspected.kind !== "ok")
        return;
      // A lead that stays overdue causes no mail of its own again.
      const isLate = overdue.value.leads.some(({ dueAt }) => dueAt > sentAt);
      const { calls, followUps } = today.value;
      if (!isLate && calls.length + followUps.length + suspected.value === 0) return NOTHING;
      return { overdue: overdue.value, due: due.value, suspected: suspected.value, ...today.value };
    });
  };
}

/** Mails all leads whose promised time is near, each of them once. @returns a function to call every minute */
export function createReminder(parts: DigestParts<WaitingLeads>) {
  const { store, timeZone, now } = parts;
  return async () => {
    const at = now();
    if (isQuiet(at, timeZone) || at < lastMorning(at, timeZone) + AFTER_MORNING_MS) return;
    const isEvening = nextNight(at, timeZone) - at <= EVENING_MS;
    const by = isEvening ? nextMorning(at, timeZone) + EVENING_MS : at + BEFORE_MS;
    await sendNotice(parts, { name: "reminder", after: at, by: time(by) }, async (_about, _sentAt, owner) => {
      const all = time(at + REMINDED_HOURS * HOUR_MS);
      const waiting = await readWaiting(store, { after: time(at), by: all, order: "soonest", owner });
      if (waiting.kind !== "ok") return;
      return owner !== undefined && waiting.value.count === 0 ? NOTHING : waiting.value;
    });
  };
}

/** Mails the number of leads that came after ten within ten minutes. @returns a function to call every minute */
export function createStormMail(parts: DigestParts<Storm> & { mailLeadsAtNight: boolean }) {
  const { store, timeZone, now, mailLeadsAtNight } = parts;
  return async () => {
    if (!mailLeadsAtNight && isQuiet(now(), timeZone)) return;
    const claim = { name: "storm", after: now(), by: time(now() - STORM_MS) } as const;
    await sendNotice(parts, claim, async (since) => {
      const storm = await readStorm(store, { since: String(since) });
      return storm.kind === "ok" ? storm.value : undefined;
    });
  };
}
