/** Deletes leads for good, with their rows and mail files. */

import { setTimeout as sleep } from "node:timers/promises";
import * as v from "valibot";
import { DAY_MS, isoTime } from "../../../contract/durations.ts";
import { maybeText } from "../../../contract/texts.ts";
import { EVER, readCalls } from "../../calls/stored-calls.ts";
import { removeMails } from "../../deliveries/mail/mail-folder.ts";
import { lockCalls } from "../../leads/history.ts";
import { joinPerson } from "../../leads/person.ts";
import type { Database } from "../../store/database.ts";
import {
  countOf,
  parseRecord,
  type Query,
  columnOf,
} from "../../store/query.ts";
import { among, lockRows, sql, type Sql } from "../../store/sql.ts";
import type { InboxParts } from "../parts.ts";

/**
 * One transaction deletes no more leads than
 * this, so that other writes wait only briefly.
 */
export const REMOVED_AT_ONCE = 50;

export type Removal = Pick<
  InboxParts,
  "store" | "calls" | "mailFolder" | "now"
>;

/** How long a deletion waits for the mails that cancel the lead's calls. */
const PATIENCE_MS = 8_000;

/**
 * @returns undefined if nothing was deleted,
 * because mails that cancel calls still wait
 */
export async function removeLeads(
  removal: Removal,
  ids: readonly string[],
  by?: string,
  patienceMs = PATIENCE_MS,
) {
  const { store } = removal;
  if (!(await withdrawCalls(removal, ids, by, patienceMs))) return undefined;
  const removed = { leads: 0, notes: 0, deliveries: 0, mailFiles: 0 };
  const where = sql`id ${among(ids)}`;
  for (;;) {
    const { leads, notes, deliveries } = await store.write((query) =>
      removeWhere(query, where, REMOVED_AT_ONCE),
    );
    store.forgetDeleted();
    removed.leads += leads;
    removed.notes += notes;
    removed.deliveries += deliveries.length;
    removed.mailFiles += await removeMails(removal.mailFolder, deliveries);
    if (leads < REMOVED_AT_ONCE) return removed;
  }
}

const POLL_EVERY_MS = 200;

/**
 * Cancels the leads' coming calls. @returns
 * whether the mails about the calls are sent
 */
async function withdrawCalls(
  removal: Removal,
  ids: readonly string[],
  by: string | undefined,
  patienceMs: number,
) {
  const { store, calls, now } = removal;
  const time = isoTime(now());
  const current = await readCalls(store, { since: time });
  const coming = current.filter(({ leadId }) => ids.includes(leadId));
  for (const { id } of coming) await calls.cancel(id, { by });
  const leadIds = coming.map(({ leadId }) => leadId);
  const due = sql`lead_id ${among(leadIds)} AND state = 'due'`;
  const callMails = sql`${due} AND kind IN ('invitation', 'booking')`;
  const count = (where: Sql) =>
    store.read((query) => countOf(query, sql`deliveries WHERE ${where}`));
  // Mails that wait for the morning, or for another try, are sent now.
  await store.write(
    (query) =>
      query`UPDATE deliveries SET next_at = ${time}
        WHERE ${callMails} AND lease_id IS NULL`,
  );
  const end = performance.now() + patienceMs;
  while ((await count(due)) > 0 && performance.now() < end)
    await sleep(POLL_EVERY_MS);
  // Only mails about calls stop the deletion: a webhook may be down for days.
  return (await count(callMails)) === 0;
}

async function removeWhere(query: Query, where: Sql, limit: number) {
  await query`${lockCalls}`;
  const leads = await query`SELECT id FROM lead_submissions WHERE ${where}
    ORDER BY created_at, id
    LIMIT ${limit} ${lockRows("UPDATE")}`;
  const ids = leads.map(({ id }) => id);
  const deliveries =
    await query`SELECT id FROM deliveries WHERE lead_id ${among(ids)}`;
  const notes = await countOf(
    query,
    sql`lead_notes WHERE lead_id ${among(ids)}`,
  );
  await query`DELETE FROM lead_submissions WHERE id ${among(ids)}`;
  // A person whose latest lead is gone is one line again.
  const left = await query`SELECT lead_id FROM lead_contexts
    WHERE followed_by ${among(ids)}`;
  for (const id of columnOf(left, "lead_id")) await joinPerson(query, id);
  return {
    leads: ids.length,
    notes,
    deliveries: columnOf(deliveries, "id"),
  };
}

/**
 * A wrong clock or RETENTION_DAYS deletes at
 * most this share in a day (docs/privacy.md).
 */
const SHARE_A_DAY = 0.1;
/**
 * A day's limit is at least this number, so that
 * a small store also deletes its old leads.
 */
const LEAST_A_DAY = 10;
const mostADay = (stored: number) =>
  Math.max(LEAST_A_DAY, Math.floor(stored * SHARE_A_DAY));

const StateSchema = v.object({
  dayBeganAt: maybeText,
  left: v.number(),
});

/**
 * Matches leads that were created before a
 * time and have no call that ends later.
 */
const isOlderThan = (before: string) => sql`created_at < ${before}
  AND NOT EXISTS
    (SELECT 1 FROM bookings
      WHERE lead_id = lead_submissions.id AND ends_at >= ${before})`;

/**
 * Deletes leads from before a time. The caller repeats the call until it
 * deletes fewer than {@link REMOVED_AT_ONCE}.
 * @param before undefined keeps all leads
 * @returns `waiting`: how many leads are left for the following days
 */
export function purgeLeads(
  db: Database,
  now: string,
  before: string | undefined,
) {
  return db.write(async (query) => {
    if (before === undefined) {
      await query`UPDATE retention SET waiting = 0 WHERE waiting > 0`;
      return { leads: 0, deliveries: [], waiting: 0 };
    }
    const [record = {}] =
      await query`SELECT day_began_at, left_that_day AS "left"
        FROM retention ${lockRows("UPDATE")}`;
    const state = parseRecord(StateSchema, record);
    const dayLasted = Date.parse(now) - Date.parse(state.dayBeganAt ?? EVER);
    const isSameDay = dayLasted >= 0 && dayLasted < DAY_MS;
    const dayBeganAt = isSameDay ? state.dayBeganAt : now;
    const leftToday = isSameDay
      ? state.left
      : mostADay(await countOf(query, sql`lead_submissions`));
    const removed = await removeWhere(
      query,
      isOlderThan(before),
      Math.min(leftToday, REMOVED_AT_ONCE),
    );
    const { leads, deliveries } = removed;
    const isLast = leads < REMOVED_AT_ONCE;
    const waiting = isLast
      ? await countOf(query, sql`lead_submissions WHERE ${isOlderThan(before)}`)
      : 0;
    await query`UPDATE retention SET day_began_at = ${dayBeganAt},
      left_that_day = ${leftToday - leads}, waiting = ${waiting}`;
    return { leads, deliveries, waiting };
  });
}
