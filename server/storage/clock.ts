/**
 * Decides whether to trust the clock. After a jump it is doubted until it is back or has run on for a day;
 * meanwhile no reminders are sent. Then leads that came meanwhile get their correct time: otherwise
 * RETENTION_DAYS could delete them at once.
 */
import * as v from "valibot";
import { CALL_REMINDERS } from "../../contract/delivery.ts";
import { describeLeads } from "./insert-leads.ts";
import { REMINDER_KINDS } from "./store.ts";
import { LEAD_COLUMNS, read, text, toLeadRow, type Query } from "./query.ts";
import { Sql, sql } from "./sql.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** The clocks of several processes differ by less, and corrections are smaller. */
const BACK_MS = 2 * HOUR_MS;
/** A site may be off for this long. */
const ON_MS = 7 * DAY_MS;
/** The clock is checked every minute, so a lead may have come before the first check, or after the last. */
const UNSEEN_MS = 2 * MINUTE_MS;

const StateSchema = v.object({
  rightAt: v.optional(v.string()),
  leadNumber: v.number(),
  doubtedSince: v.optional(v.string()),
  doubtedAt: v.optional(v.string()),
});

export const REMINDERS = new Sql(
  [...REMINDER_KINDS, ...CALL_REMINDERS].map((kind) => `'${kind}'`).join(", "),
);

/** The condition of deliveries that may be sent while the clock is doubted. @param doubted how SQL says that */
export const unlessDoubted = (doubted: Sql) =>
  sql`(delivery.kind NOT IN (${REMINDERS}) OR NOT EXISTS (SELECT 1 FROM clock WHERE ${doubted}))`;

/** The two times between which a clock that shows `now` was last trusted. */
export function believable(now: string): [from: string, to: string] {
  const at = Date.parse(now);
  return [new Date(at - ON_MS).toISOString(), new Date(at + BACK_MS).toISOString()];
}

/** Call this every minute. @returns whether the clock is trusted, and how many leads got another time */
export async function checkClock(query: Query, now: string): Promise<{ isRight: boolean; leads: number }> {
  const [state = {}] = await query`SELECT right_at, lead_number, doubted_since, doubted_at
    FROM clock FOR UPDATE`;
  const { rightAt, leadNumber, doubtedSince, doubtedAt } = read(StateSchema, state);
  const [from, to] = believable(now);
  const follows = (time: string | undefined) => time !== undefined && time >= from && time <= to;
  const isBack = follows(rightAt);
  const hasRunOn =
    doubtedSince !== undefined && follows(doubtedAt) && Date.parse(now) - Date.parse(doubtedSince) >= DAY_MS;
  if (rightAt !== undefined && !isBack && !hasRunOn) {
    const since = follows(doubtedAt) ? doubtedSince : now;
    await query`UPDATE clock SET doubted_since = ${since}, doubted_at = ${now}`;
    return { isRight: false, leads: 0 };
  }
  const doubted = isBack && doubtedSince !== undefined && doubtedAt !== undefined;
  const leads = doubted ? await correct(query, leadNumber, { doubtedSince, doubtedAt, now }) : 0;
  await query`UPDATE clock SET right_at = ${now}, doubted_since = NULL, doubted_at = NULL,
    lead_number = coalesce((SELECT max(number) FROM lead_texts), 0)`;
  return { isRight: true, leads };
}

/** Selects leads by number and time, so older leads that were imported meanwhile keep their times. */
async function correct(
  query: Query,
  leadNumber: number,
  { doubtedSince, doubtedAt, now }: { doubtedSince: string; doubtedAt: string; now: string },
): Promise<number> {
  const moved = (time: string, ms: number) => new Date(Date.parse(time) + ms).toISOString();
  const late = Date.parse(now) - Date.parse(doubtedAt);
  const came = await query`SELECT ${LEAD_COLUMNS}, context.due_at FROM lead_texts AS said
    JOIN lead_submissions AS lead ON lead.id = said.lead_id JOIN lead_contexts AS context ON context.lead_id = lead.id
    WHERE said.number > ${leadNumber} AND lead.created_at >= ${moved(doubtedSince, -UNSEEN_MS)}
      AND lead.created_at <= ${moved(doubtedAt, UNSEEN_MS)}`;
  for (const record of came) {
    const lead = toLeadRow(record);
    const createdAt = moved(lead.created_at, late);
    await query`UPDATE lead_submissions SET created_at = ${createdAt} WHERE id = ${lead.id}`;
    await describeLeads(query, [lead]);
    const dueAt = moved(text(record, "due_at"), late);
    await query`UPDATE lead_contexts SET due_at = ${dueAt} WHERE lead_id = ${lead.id}`;
    const planned = await query`SELECT id, due_at, next_at FROM deliveries
      WHERE lead_id = ${lead.id} AND NOT (kind = ANY (${CALL_REMINDERS}))`;
    for (const delivery of planned) {
      const [due, next] = [moved(text(delivery, "due_at"), late), moved(text(delivery, "next_at"), late)];
      await query`UPDATE deliveries SET due_at = ${due}, next_at = ${next} WHERE id = ${delivery["id"]}`;
    }
  }
  return came.length;
}
