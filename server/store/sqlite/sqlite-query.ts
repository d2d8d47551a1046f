/** Runs statements on a connection of SQLite, which answers at once. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
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
export function inSequence(query: (...template: Parameters<Query>) => ReturnType<Query>): Query {
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
