/**
 * Later migrations only add, so the previous
 * release runs on the next schema (docs/stores.md).
 */

import { expect, test } from "vitest";
import { readMigrations } from "../../server/store/migrations.ts";

/**
 * What the previous release uses or may write, and would miss. A constraint
 * belongs to a new table or column. A change that cannot be additive takes two
 * releases. The SQL is in upper case, without comments and strings.
 */
const REFUSED = [
  /\bDROP\b/,
  /\bRENAME\b/,
  /\bADD (?:COLUMN )?(?!CONSTRAINT)(?!.*\bDEFAULT\b).*\bNOT NULL\b/,
  /\bSET NOT NULL\b/,
  /\bADD (?:CONSTRAINT|CHECK|UNIQUE|FOREIGN|EXCLUDE)\b/,
  /\bCREATE UNIQUE INDEX\b/,
  /\bALTER COLUMN\b.*\bTYPE\b/,
];

/** @returns the statements of a migration that do more than add */
function faultsOf(sql: string): string[] {
  const bare = sql
    .replaceAll(/--[^\n]*/g, "")
    .replaceAll(/'(?:[^']|'')*'/g, "''");
  const created = new Set(
    Array.from(
      bare.matchAll(/CREATE TABLE (?:IF NOT EXISTS )?([\w.]+)/gi),
      ([, table]) => table,
    ),
  );
  const isNew = (statement: string) =>
    created.has(/\bON ([\w.]+)/i.exec(statement)?.[1]);
  // Each change within an ALTER TABLE is judged by itself.
  const parts = bare
    .split(";")
    .flatMap((statement) =>
      /^\s*ALTER/i.test(statement)
        ? statement.split(/,(?=\s*(?:ADD|ALTER|DROP)\b)/i)
        : statement,
    );
  return parts
    .map((part) => part.replaceAll(/\s+/g, " ").trim())
    .filter((part) => !(part.startsWith("CREATE UNIQUE INDEX") && isNew(part)))
    .filter((part) =>
      REFUSED.some((pattern) => pattern.test(part.toUpperCase())),
    );
}

test.each(["sqlite", "postgres"])(
  "every later migration of %s only adds",
  (store) => {
    const [, ...later] = readMigrations(
      new URL(`../../server/store/${store}/migrations/`, import.meta.url),
    );
    for (const { name, sql } of later) expect(faultsOf(sql), name).toEqual([]);
  },
);
