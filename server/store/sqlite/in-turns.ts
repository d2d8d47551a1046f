/** Divides a long read of a database in the process, so that requests between its statements are answered. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Query } from "../query.ts";

/** Statements that take less do not wait for a turn. Milliseconds. */
const LONG_MS = 5;

/** Lets the event loop turn after each long statement; the read still sees one moment. */
export function inTurns(query: Query): Query {
  const statement = async (...template: Parameters<Query>) => {
    const begunAt = performance.now();
    const rows = await query(...template);
    if (performance.now() - begunAt > LONG_MS) await nextTurn();
    return rows;
  };
  return Object.assign(statement, { inOrder: query.inOrder });
}
