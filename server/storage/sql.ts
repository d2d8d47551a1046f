/** Statements as templates: `sql` binds what is put into one as a value, so nothing that anybody typed becomes SQL. */

/** A statement or a part of one, as each store reads it: each `?` of the texts stands for one of the values. */
export class Sql {
  readonly postgres: string;
  readonly sqlite: string;
  readonly values: readonly unknown[];

  /** @param postgres text of this program: it is not escaped @param sqlite the same unless it is given */
  constructor(postgres: string, values: readonly unknown[] = [], sqlite = postgres) {
    this.postgres = postgres;
    this.sqlite = sqlite;
    this.values = values;
  }
}

/** Inserts other SQL as it is, and binds everything else as a value. */
export function sql(texts: TemplateStringsArray, ...given: readonly unknown[]): Sql {
  const parts = given.flatMap((value, at) => [
    value instanceof Sql ? value : new Sql("?", [value]),
    new Sql(texts[at + 1] ?? ""),
  ]);
  return joined([new Sql(texts[0] ?? ""), ...parts], "");
}

export function joined(parts: readonly Sql[], separator: string): Sql {
  const text = (store: "postgres" | "sqlite") => parts.map((part) => part[store]).join(separator);
  return new Sql(text("postgres"), parts.map(({ values }) => values).flat(), text("sqlite"));
}

/** The conditions together, without those that are left out. */
export function allOf(...conditions: readonly (Sql | false | undefined)[]): Sql {
  return joined([sql`TRUE`, ...conditions.filter((one) => one instanceof Sql)], " AND ");
}

// All that the two stores say differently follows; each store has its search and its patterns in `dialect.ts`.

/** The condition that the column before it has one of the values. */
export const among = (values: readonly unknown[]): Sql =>
  new Sql("= ANY (?)", [values], "IN (SELECT value FROM json_each(?))");

/** Rows for a table, with some of its columns, as a table of another name. */
export function rowsFor(
  table: string,
  columns: readonly string[],
  rows: readonly object[],
  name: string,
): Sql {
  const fields = columns.map((column) => `value ->> '${column}' AS ${column}`).join(", ");
  return new Sql(
    `json_populate_recordset(NULL::${table}, ?) AS ${name}`,
    [JSON.stringify(rows)],
    `(SELECT ${fields} FROM json_each(?)) AS ${name}`,
  );
}

/** Puts rows into a table; the statement may go on with `ORDER BY` or `ON CONFLICT`. */
export function insertRows(table: string, columns: readonly string[], rows: readonly object[]): Sql {
  const list = new Sql(columns.join(", "));
  return sql`INSERT INTO ${new Sql(table)} (${list}) SELECT ${list} FROM ${rowsFor(table, columns, rows, "given")} WHERE TRUE`;
}

/** Locks the rows of a SELECT; SQLite has one writer at a time. */
export const locked = (
  how: "NO KEY UPDATE" | "UPDATE" | "UPDATE SKIP LOCKED" | "UPDATE OF delivery SKIP LOCKED",
): Sql => new Sql(`FOR ${how}`, [], "");

/** Until the end of the transaction. Two keys with the same hash wait for each other, and nothing else. */
export const lock = (key: string): Sql =>
  new Sql("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))", [key], "SELECT ?");

/** The hours between two columns. */
export const hoursBetween = (from: string, until: string): Sql =>
  new Sql(
    `extract(epoch FROM ${until} - ${from}) / 3600`,
    [],
    `(julianday(${until}) - julianday(${from})) * 24`,
  );

/** The text of a field in a column with JSON. */
export const field = (column: string, name: string): Sql =>
  new Sql(`${column}::json ->> '${name}'`, [], `${column} ->> '${name}'`);
