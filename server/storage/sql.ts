/** Statements as templates: `sql` binds what is put into one as a value, so nothing that anybody typed becomes SQL. */

/** A statement or a part of one: each `?` of its text stands for one of the values. */
export class Sql {
  readonly text: string;
  readonly values: readonly unknown[];

  /** @param text of this program: it is not escaped */
  constructor(text: string, values: readonly unknown[] = []) {
    this.text = text;
    this.values = values;
  }
}

/** Inserts other SQL as it is, and binds everything else as a value. */
export function sql(texts: TemplateStringsArray, ...given: readonly unknown[]): Sql {
  const values: unknown[] = [];
  let [text = ""] = texts;
  for (let at = 0; at < given.length; at++) {
    const value = given[at];
    const part = value instanceof Sql ? value : { text: "?", values: [value] };
    values.push(...part.values);
    text += part.text + (texts[at + 1] ?? "");
  }
  return new Sql(text, values);
}

export function joined(parts: readonly Sql[], separator: string): Sql {
  const text = parts.map((part) => part.text).join(separator);
  return new Sql(text, parts.map(({ values }) => values).flat());
}

/** The conditions together, without those that are left out. */
export function allOf(...conditions: readonly (Sql | false | undefined)[]): Sql {
  return joined([sql`TRUE`, ...conditions.filter((one) => one instanceof Sql)], " AND ");
}
