/** Turns of the event loop: a long read takes several, so that requests are answered meanwhile, and a write takes one. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Work } from "../database.ts";
import type { Query } from "../query.ts";
import { inSequence } from "./sqlite-query.ts";

/** Statements that take less do not wait for a turn. Milliseconds. */
const LONG_MS = 5;

/** Lets the event loop turn after each long statement; the read still sees one moment. */
export function inTurns(query: Query): Query {
  return inSequence(async (...template) => {
    const begunAt = performance.now();
    const rows = await query(...template);
    if (performance.now() - begunAt > LONG_MS) await nextTurn();
    return rows;
  });
}

/**
 * SQLite answers at once, so a write that awaits nothing but its queries ends in this turn. One that awaits anything else
 * would keep its transaction open over other requests.
 * @throws the fault, also for a query after that; and what the work throws
 */
export async function inOneTurn<Result>(work: Work<Result>, query: Query, fault: Error): Promise<Result> {
  let isOver = false;
  const guarded = inSequence(async (...template) => {
    if (isOver) throw fault;
    return query(...template);
  });
  const turn = nextTurn().then(() => {
    throw fault;
  });
  try {
    return await Promise.race([work(guarded), turn]);
  } finally {
    isOver = true;
  }
}
