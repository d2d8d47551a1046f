import { canBeSentAgain } from "../deliveries/conditions.ts";
import { allowWithheld } from "../deliveries/mailbox-budget.ts";
import type { Database } from "../store/database.ts";
import { columnOf } from "../store/query.ts";
import { sql } from "../store/sql.ts";

type WhichDeliveries =
  | { all: keyof ReturnType<typeof canBeSentAgain> }
  | { id: string };

/** Tries deliveries now. A dead delivery gets all its tries again. */
export function sendAgain(db: Database, which: WhichDeliveries, now: string) {
  return db.write(async (query) => {
    const where =
      "id" in which
        ? sql`state = 'dead' AND id = ${which.id}`
        : canBeSentAgain(now)[which.all];
    if ("id" in which) await allowWithheld(query, which.id, now);
    const waiting = await query`UPDATE deliveries
      SET next_at = ${now}, last_error = NULL
      WHERE state = 'due' AND ${where} RETURNING id`;
    const dead = await query`UPDATE deliveries
      SET state = 'due', attempts = 0, due_at = ${now}, next_at = ${now},
        sent_at = NULL, why = NULL, last_error = NULL
      WHERE state = 'dead' AND ${where} RETURNING id`;
    return columnOf([...waiting, ...dead], "id");
  });
}
