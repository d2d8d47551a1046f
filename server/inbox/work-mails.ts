/** Mails about work: each morning, before a promise is broken, and of many leads at once. */
import * as v from "valibot";
import { HOUR_MS, MINUTE_MS } from "../../contract/durations.ts";
import { readToday } from "../calls/calendar.ts";
import { keptBy, waitsForAnswer } from "../deliveries/conditions.ts";
import type { MorningWork, Storm, WaitingLeads } from "../deliveries/mail/team-mails.ts";
import { REMINDED_HOURS } from "../deliveries/notices.ts";
import { isQuiet, lastMorning, nextMorning, nextNight } from "../deliveries/quiet-hours.ts";
import { isoTime, latestDays } from "../leads/days.ts";
import { finds, type Database } from "../store/database.ts";
import { countOf, LEADS, number, parseRecord } from "../store/query.ts";
import { raw, sql } from "../store/sql.ts";
import type { Found } from "../store/store.ts";
import { okValue } from "./forms.ts";
import { sendNotice, type DigestParts } from "./team-notices.ts";

/** A lead is mailed this long before its promised time, so that there is time to answer. */
const BEFORE_MS = 4 * HOUR_MS;
/** In the last hour of a day, leads whose time is over soon after the night are mailed, too. */
const EVENING_MS = HOUR_MS;
/** The mail of the morning has them, and is sent first. */
const AFTER_MORNING_MS = 15 * MINUTE_MS;
/** How long leads are collected into one mail. */
const STORM_MS = 10 * MINUTE_MS;

/** Mails what is overdue and due, follow-ups, and today's calls. @returns a function for each minute */
export function createMorningMail(parts: DigestParts<MorningWork>) {
  const { store, timeZone, now } = parts;
  return async () => {
    const at = now();
    if (isQuiet(at, timeZone)) return;
    const after = lastMorning(at, timeZone);
    await sendNotice(parts, { name: "morning", after }, async ({ sentAt }, owner) => {
      const [past, present, night] = [0, at, nextNight(at, timeZone)].map(isoTime);
      const day = latestDays(1, timeZone, after);
      const { calls, followUps } = okValue(await readToday(store, day, owner));
      const overdue = okValue(await readWaiting(store, { after: past, by: present, order: "latest", owner }));
      const due = okValue(await readWaiting(store, { after: present, by: night, order: "soonest", owner }));
      // Suspected leads belong to nobody.
      const suspected = owner === undefined ? okValue(await countSuspected(store)) : 0;
      // A lead that stays overdue causes no mail of its own again.
      const isLate = overdue.leads.some(({ dueAt }) => dueAt > sentAt);
      if (!isLate && calls.length + followUps.length + suspected === 0) return undefined;
      return { overdue, due, suspected, calls, followUps };
    });
  };
}

/** Mails each lead once whose promised time is near. @returns a function to call every minute */
export function createReminder(parts: DigestParts<WaitingLeads>) {
  const { store, timeZone, now } = parts;
  return async () => {
    const at = now();
    if (isQuiet(at, timeZone) || at < lastMorning(at, timeZone) + AFTER_MORNING_MS) return;
    const isEvening = nextNight(at, timeZone) - at <= EVENING_MS;
    const by = isoTime(isEvening ? nextMorning(at, timeZone) + EVENING_MS : at + BEFORE_MS);
    await sendNotice(parts, { name: "reminder", after: at, by }, async (_claimed, owner) => {
      const [after, all] = [isoTime(at), isoTime(at + REMINDED_HOURS * HOUR_MS)];
      const waiting = okValue(await readWaiting(store, { after, by: all, order: "soonest", owner }));
      return waiting.count > 0 ? waiting : undefined;
    });
  };
}

/** Mails how many leads came after ten in ten minutes. @returns a function to call every minute */
export function createStormMail(parts: DigestParts<Storm> & { mailLeadsAtNight: boolean }) {
  const { store, timeZone, now, mailLeadsAtNight } = parts;
  return async () => {
    if (!mailLeadsAtNight && isQuiet(now(), timeZone)) return;
    const claim = { name: "storm", after: now(), by: isoTime(now() - STORM_MS) } as const;
    await sendNotice(parts, claim, async ({ about }) => okValue(await readStorm(store, String(about))));
  };
}

const MOST_NAMED = 20;

const WaitingSchema = v.object({
  id: v.string(),
  name: v.string(),
  companyName: v.string(),
  owner: v.optional(v.string()),
  dueAt: v.string(),
  all: v.number(),
});

interface Waiting {
  /** The promised time, as ISO 8601 in UTC: later than the one, and not later than the other. */
  after: string | undefined;
  by: string | undefined;
  order: "soonest" | "latest";
  /** Whose leads; undefined: all. */
  owner: string | undefined;
}

/** Leads without an answer: their number, and the first twenty. */
function readWaiting(db: Database, { after, by, order, owner }: Waiting): Promise<Found<WaitingLeads>> {
  return finds(db, async (query) => {
    const direction = raw(order === "soonest" ? "ASC" : "DESC");
    const rows = await query`SELECT lead.id, lead.name, lead.company_name, context.owner, context.due_at,
        count(*) OVER () AS "all"
      FROM ${LEADS} WHERE ${waitsForAnswer("context")} AND context.due_at > ${after} AND context.due_at <= ${by}
        AND ${keptBy(owner)}
      ORDER BY context.due_at ${direction}, lead.id LIMIT ${MOST_NAMED}`;
    const leads = rows.map((row) => parseRecord(WaitingSchema, row));
    return { count: leads[0]?.all ?? 0, leads };
  });
}

const countSuspected = (db: Database) =>
  finds(db, (query) => countOf(query, sql`lead_contexts WHERE outcome = 'suspected'`));

/** @param since when the first lead came that was not mailed by itself */
function readStorm(db: Database, since: string): Promise<Found<Storm>> {
  return finds(db, async (query) => {
    const [counted = {}] = await query`SELECT count(*) AS leads,
        count(*) FILTER (WHERE context.outcome = 'suspected') AS suspected
      FROM ${LEADS} WHERE lead.created_at >= ${since} AND context.source <> 'test'`;
    return { since, leads: number(counted, "leads"), suspected: number(counted, "suspected") };
  });
}
