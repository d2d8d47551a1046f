/**
 * Statements as templates: `sql` binds the values
 * in a template, so nothing typed becomes SQL.
 */

type Store = "postgres" | "sqlite";

/** A statement for one store: each `?` stands for the next of the values. */
interface Bound {
  text: string;
  values: readonly unknown[];
}

export class Sql {
  readonly composeFor: (store: Store) => Bound;

  constructor(composeFor: (store: Store) => Bound) {
    this.composeFor = composeFor;
  }
}

/**
 * @param text written in this program, since
 * it is not escaped @throws {Error} for a `?`
 */
export function raw(text: string): Sql {
  refuseQuestionMark(text);
  return new Sql(() => ({ text, values: [] }));
}

/**
 * Each `?` stands for a bound value, so a
 * written one would shift all values after it.
 */
function refuseQuestionMark(text: string): void {
  if (text.includes("?"))
    throw new Error(`SQL must not contain a question mark: ${text}`);
}

/**
 * Inserts other {@link Sql} unchanged, and binds everything else as a value.
 * @throws {Error} for a `?` in the text
 */
export function sql(
  texts: TemplateStringsArray,
  ...inserted: readonly unknown[]
): Sql {
  for (const text of texts) refuseQuestionMark(text);
  return new Sql((store) => {
    let text = texts[0] ?? "";
    const values: unknown[] = [];
    for (const [at, value] of inserted.entries()) {
      const part =
        value instanceof Sql
          ? value.composeFor(store)
          : { text: "?", values: [value] };
      text += part.text + (texts[at + 1] ?? "");
      values.push(...part.values);
    }
    return { text, values };
  });
}

export function joined(parts: readonly Sql[], separator: string): Sql {
  return new Sql((store) => {
    const composed = parts.map((part) => part.composeFor(store));
    return {
      text: composed.map(({ text }) => text).join(separator),
      values: composed.flatMap(({ values }) => values),
    };
  });
}

/** Joins the conditions, and leaves out those that are no SQL. */
export function allOf(...conditions: readonly (Sql | "" | undefined)[]): Sql {
  return joined(
    [sql`TRUE`, ...conditions.filter((one) => one instanceof Sql)],
    " AND ",
  );
}

export const either = (postgres: Sql, sqlite: Sql): Sql =>
  new Sql((store) =>
    (store === "postgres" ? postgres : sqlite).composeFor(store),
  );

/**
 * Follows a column's name. The condition
 * holds if the column has one of the values.
 */
export const among = (values: readonly unknown[]): Sql =>
  values.length === 1
    ? sql`= ${values[0]}`
    : either(
        sql`= ANY (${values})`,
        sql`IN (SELECT value FROM json_each(${values}))`,
      );

/**
 * Lets a statement read rows as a table called
 * `name`, with some columns of `table`.
 */
export function rowsFor(
  table: string,
  columns: readonly string[],
  rows: readonly object[],
  name: string,
): Sql {
  const fields = columns
    .map((column) => `value ->> '${column}' AS ${column}`)
    .join(", ");
  const json = JSON.stringify(rows);
  return either(
    sql`json_populate_recordset(NULL::${raw(table)}, ${json}) AS ${raw(name)}`,
    sql`(SELECT ${raw(fields)} FROM json_each(${json})) AS ${raw(name)}`,
  );
}

/**
 * Inserts rows with the same columns. `WHERE TRUE`
 * lets SQLite parse an `ON CONFLICT` after it.
 */
export function insertRows(table: string, rows: readonly object[]): Sql {
  const columns = Object.keys(rows[0] ?? {});
  const list = raw(columns.join(", "));
  return sql`INSERT INTO ${raw(table)} (${list})
    SELECT ${list} FROM ${rowsFor(table, columns, rows, "inserted")}
    WHERE TRUE`;
}

/**
 * Locks the rows of a SELECT. SQLite needs no
 * such lock, because it has one writer at a time.
 */
export const lockRows = (
  how: "NO KEY UPDATE" | "UPDATE" | "UPDATE OF delivery SKIP LOCKED",
): Sql => either(raw(`FOR ${how}`), sql``);

/**
 * Locks a key, as {@link lockRows} locks rows.
 * Two keys with the same hash count as one.
 */
export const lockKey = (key: string): Sql =>
  either(
    sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`,
    sql`SELECT 1`,
  );

export const field = (column: string, name: string): Sql =>
  either(raw(`${column}::json ->> '${name}'`), raw(`${column} ->> '${name}'`));
