/** Later migrations only add, so the previous release runs on the next schema (docs/stores.md). */
import { expect, test } from "vitest";
import { readMigrations } from "../../server/store/migrations.ts";

const TWO_RELEASES = "A change that cannot be additive takes two releases.";

/** Each pattern is for SQL in upper case, without comments and strings. */
const REFUSED: readonly (readonly [RegExp, string])[] = [
  [/\bDROP\b/, "drops something that the previous release uses."],
  [/\bRENAME\b/, "renames something that the previous release uses."],
  [
    /\bADD (?:COLUMN )?(?!CONSTRAINT)(?!.*\bDEFAULT\b).*\bNOT NULL\b/,
    "adds a column NOT NULL without DEFAULT, which the previous release does not fill.",
  ],
  [/\bSET NOT NULL\b/, "refuses NULL, which the previous release may write."],
  [
    /\bADD (?:CONSTRAINT|CHECK|UNIQUE|FOREIGN|EXCLUDE)\b/,
    "narrows what the previous release may write: a constraint belongs to a new table or column.",
  ],
  [
    /\bCREATE UNIQUE INDEX\b/,
    "refuses duplicates, which the previous release may write.",
  ],
  [
    /\bALTER COLUMN\b.*\bTYPE\b/,
    "changes the type of a column that the previous release uses.",
  ],
];

/** @returns a sentence for each statement of a migration that does more than add */
function faultsOf(name: string, sql: string): string[] {
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
    .flatMap((part) =>
      REFUSED.filter(([pattern]) => pattern.test(part.toUpperCase())).map(
        ([, reason]) => `${name} ${reason} ${TWO_RELEASES}`,
      ),
    );
}

test.each(["sqlite", "postgres"])(
  "every later migration of %s only adds",
  (store) => {
    const [, ...later] = readMigrations(
      new URL(`../../server/store/${store}/migrations/`, import.meta.url),
    );
    expect(
      later.flatMap(({ name, sql }) => faultsOf(`${store}/${name}`, sql)),
    ).toEqual([]);
  },
);
