import { allowWithheld } from "../deliveries/mailbox-budget.ts";
import { canBeSentAgain } from "../deliveries/conditions.ts";
import { columnOf } from "../store/query.ts";
import { sql } from "../store/sql.ts";
import type { Database } from "../store/database.ts";

type WhichDeliveries =
  | { all: keyof ReturnType<typeof canBeSentAgain> }
  | { id: string };

/** Tries deliveries now. A dead delivery gets all its tries again. */
export function sendAgain(db: Database, which: WhichDeliveries, now: string) {
  return db.write(async (query) => {
    const conditions = canBeSentAgain(now);
    const where =
      "id" in which
        ? sql`state = 'dead' AND id = ${which.id}`
        : conditions[which.all];
    if ("id" in which) await allowWithheld(query, which.id, now);
    const again = await query`UPDATE deliveries
    SET attempts = CASE state WHEN 'due' THEN attempts ELSE 0 END,
      due_at = CASE state WHEN 'due' THEN due_at ELSE ${now} END, next_at = ${now}, sent_at = NULL,
      why = CASE state WHEN 'due' THEN why END, last_error = CASE state WHEN 'due' THEN last_error END, state = 'due'
    WHERE ${where} RETURNING id`;
    return columnOf(again, "id");
  });
}
