/** Runs statements on a connection of SQLite, which answers at once: a long read takes several turns of the event loop, a write one. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Work } from "../database.ts";
import type { Query } from "../query.ts";
import { sql, type Sql } from "../sql.ts";

const MAX_PREPARED = 500;

const queries = new WeakMap<DatabaseSync, Query>();

/** One for each connection, whose prepared statements it keeps. */
export function createQuery(db: DatabaseSync): Query {
  return queries.getOrInsertComputed(db, prepareQueries);
}

function prepareQueries(db: DatabaseSync): Query {
  const prepared = new Map<string, StatementSync>();
  const prepare = (text: string) => db.prepare(text);

  return inSequence(async (...template) => {
    const { text, values } = sql(...template).composeFor("sqlite");
    // Statements that read leads have as many forms as there are filters.
    if (prepared.size > MAX_PREPARED) prepared.clear();
    return prepared.getOrInsertComputed(text, prepare).all(...values.map(bindable));
  });
}

/** A query that runs statements in their order by running one after the other. */
function inSequence(query: (...template: Parameters<Query>) => ReturnType<Query>): Query {
  return Object.assign(query, {
    inOrder: async (statements: readonly Sql[]) => {
      for (const statement of statements) await query`${statement}`;
    },
  });
}

function bindable(value: unknown): string | number | null {
  if (typeof value === "string" || typeof value === "number") return value;
  return value === undefined || value === null ? null : JSON.stringify(value);
}

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
