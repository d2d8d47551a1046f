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

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** The clocks of several processes differ by less, and corrections are smaller. */
const BACK_MS = 2 * HOUR_MS;
/** A site may be off for this long. */
const ON_MS = 7 * DAY_MS;
/** The clock is checked every minute, so a lead may have come before the first check, or after the last. */
const UNSEEN_MS = 2 * MINUTE_MS;

const STATE = "SELECT right_at, lead_number, doubted_since, doubted_at FROM clock FOR UPDATE";

const StateSchema = v.object({
  rightAt: v.optional(v.string()),
  leadNumber: v.number(),
  doubtedSince: v.optional(v.string()),
  doubtedAt: v.optional(v.string()),
});

const DOUBT = "UPDATE clock SET doubted_since = $1, doubted_at = $2";

const RIGHT = `UPDATE clock SET right_at = $1, doubted_since = NULL, doubted_at = NULL,
  lead_number = coalesce((SELECT max(number) FROM lead_texts), 0)`;

const CAME = `SELECT ${LEAD_COLUMNS}, context.due_at FROM lead_texts AS said
  JOIN lead_submissions AS lead ON lead.id = said.lead_id JOIN lead_contexts AS context ON context.lead_id = lead.id
  WHERE said.number > $1 AND lead.created_at >= $2 AND lead.created_at <= $3`;

const PLANNED = "SELECT id, due_at, next_at FROM deliveries WHERE lead_id = $1 AND NOT (kind = ANY ($2))";

export const REMINDERS = [...REMINDER_KINDS, ...CALL_REMINDERS].map((kind) => `'${kind}'`).join(", ");

/** The condition of deliveries that may be sent while the clock is doubted. @param doubted how SQL says that */
export const unlessDoubted = (doubted: string) =>
  `(delivery.kind NOT IN (${REMINDERS}) OR NOT EXISTS (SELECT 1 FROM clock WHERE ${doubted}))`;

/** The two times between which a clock that shows `now` was last trusted. */
export function believable(now: string): [from: string, to: string] {
  const at = Date.parse(now);
  return [new Date(at - ON_MS).toISOString(), new Date(at + BACK_MS).toISOString()];
}

/** Call this every minute. @returns whether the clock is trusted, and how many leads got another time */
export async function checkClock(query: Query, now: string): Promise<{ isRight: boolean; leads: number }> {
  const [state = {}] = await query(STATE);
  const { rightAt, leadNumber, doubtedSince, doubtedAt } = read(StateSchema, state);
  const [from, to] = believable(now);
  const follows = (time: string | undefined) => time !== undefined && time >= from && time <= to;
  const isBack = follows(rightAt);
  const hasRunOn =
    doubtedSince !== undefined && follows(doubtedAt) && Date.parse(now) - Date.parse(doubtedSince) >= DAY_MS;
  if (rightAt !== undefined && !isBack && !hasRunOn) {
    await query(DOUBT, [follows(doubtedAt) ? doubtedSince : now, now]);
    return { isRight: false, leads: 0 };
  }
  const doubted = isBack && doubtedSince !== undefined && doubtedAt !== undefined;
  const leads = doubted ? await correct(query, leadNumber, { doubtedSince, doubtedAt, now }) : 0;
  await query(RIGHT, [now]);
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
  const came = await query(CAME, [leadNumber, moved(doubtedSince, -UNSEEN_MS), moved(doubtedAt, UNSEEN_MS)]);
  for (const record of came) {
    const lead = toLeadRow(record);
    const createdAt = moved(lead.created_at, late);
    await query("UPDATE lead_submissions SET created_at = $2 WHERE id = $1", [lead.id, createdAt]);
    await describeLeads(query, [lead]);
    const dueAt = moved(text(record, "due_at"), late);
    await query("UPDATE lead_contexts SET due_at = $2 WHERE lead_id = $1", [lead.id, dueAt]);
    for (const planned of await query(PLANNED, [lead.id, CALL_REMINDERS])) {
      const times = [moved(text(planned, "due_at"), late), moved(text(planned, "next_at"), late)];
      await query("UPDATE deliveries SET due_at = $2, next_at = $3 WHERE id = $1", [planned["id"], ...times]);
    }
  }
  return came.length;
}
