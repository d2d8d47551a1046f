/** The last good copy of each calendar in CALENDAR_URLS. All processes share these copies. */
import * as v from "valibot";
import { CalendarStateSchema } from "../../contract/booking.ts";
import { parseRecord } from "../store/query.ts";
import { among } from "../store/sql.ts";
import type { Database } from "../store/database.ts";

const BusySchema = v.object({ startsAt: v.string(), endsAt: v.string() });

const RowSchema = v.object({
  ...CalendarStateSchema.entries,
  skipped: v.pipe(v.string(), v.parseJson(), CalendarStateSchema.entries.skipped),
  busy: v.pipe(v.string(), v.parseJson(), v.array(BusySchema)),
});
export type CalendarCopy = v.InferOutput<typeof RowSchema>;

type ReadResult = Pick<CalendarCopy, "busy" | "skipped"> | { reason: string };

/** If no process tries to renew a copy for this long, CALENDAR_URLS no longer has its calendar. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

export function readCalendarCopies(db: Database, ids: readonly string[]) {
  return db.read(async (query) => {
    const rows = await query`SELECT id, tried_at, read_at, failing_since, reason, skipped, busy
    FROM calendar_copies WHERE id ${among(ids)}`;
    return rows.map((row) => parseRecord(RowSchema, row));
  });
}

/** Stores the result of reading a calendar. After a failure the earlier copy stays. */
export function storeReadResult(db: Database, id: string, result: ReadResult, now: string) {
  return db.write(async (query) => {
    const keptSince = new Date(Date.parse(now) - KEPT_MS).toISOString();
    await query`DELETE FROM calendar_copies WHERE tried_at < ${keptSince}`;
    if ("busy" in result)
      await query`INSERT INTO calendar_copies (id, tried_at, read_at, busy, skipped, skipped_since)
      VALUES (${id}, ${now}, ${now}, ${JSON.stringify(result.busy)},
        ${JSON.stringify(result.skipped)}, ${now}) ON CONFLICT (id) DO UPDATE
      SET tried_at = excluded.tried_at, read_at = excluded.read_at, busy = excluded.busy,
        failing_since = NULL, reason = NULL, skipped = excluded.skipped,
        skipped_since = CASE WHEN calendar_copies.skipped = excluded.skipped
          THEN calendar_copies.skipped_since ELSE excluded.skipped_since END`;
    else
      await query`INSERT INTO calendar_copies (id, tried_at, failing_since, reason, busy)
      VALUES (${id}, ${now}, ${now}, ${result.reason}, '[]')
      ON CONFLICT (id) DO UPDATE SET tried_at = excluded.tried_at, reason = excluded.reason,
        failing_since = coalesce(calendar_copies.failing_since, excluded.failing_since)`;
  });
}
