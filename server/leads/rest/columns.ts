/** The parameters of an insert that name columns. Source: PostgREST docs, "Reserved Characters", "Insert". */
import { isRowColumn, rowColumns, type RowColumn } from "../../store/store.ts";
import * as errors from "./errors.ts";

/** In quotes, a backslash takes the meaning from the next character. */
const NAME = /"((?:[^"\\]|\\.)*)"|[^\s"'(),.:]+/suy;
const COMMA = /\s*,\s*/y;
const END = /\s*$/y;

/** A request names each column of each lead that it sends: with thousands, one kept the thread busy for 300 ms. */
const MAX_COLUMNS = 100;

class ParameterReader {
  readonly #kind: string;
  readonly #text: string;
  #at = 0;

  constructor(kind: string, text: string) {
    this.#kind = kind;
    this.#text = text;
  }

  /** Matches a sticky pattern at the current position; without a match, nothing is consumed. */
  take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match) this.#at = pattern.lastIndex;
    return match ?? undefined;
  }

  name(): string {
    const [all, quoted] = this.#expect(NAME, "field name (* or [a..z0..9_$])");
    return quoted === undefined ? (all ?? "") : quoted.replace(/\\(.)/gsu, "$1");
  }

  /** @throws {RestError} PGRST100 for what cannot be read, PGRST127 for too many columns */
  list<Item>(readItem: () => Item): Item[] {
    const items = [readItem()];
    while (this.take(COMMA)) {
      if (items.push(readItem()) > MAX_COLUMNS)
        throw errors.notImplemented(`More than ${MAX_COLUMNS} columns in one list.`);
    }
    this.#expect(END, "end of input");
    return items;
  }

  #expect(pattern: RegExp, what: string): RegExpExecArray {
    const match = this.take(pattern);
    if (match) return match;
    const next = this.#text[this.#at];
    const unexpected = next === undefined ? "end of input" : JSON.stringify(next);
    const details = `unexpected ${unexpected} expecting ${what}`;
    throw errors.unreadableParameter(this.#kind, this.#text, this.#at + 1, details);
  }
}

export type Selection = { column: RowColumn; as: string }[];

/** The columns of the answer, and their names there; without `select=` all. @throws {RestError} PGRST100, 42703 */
export function parseSelect(text: string | null): Selection {
  const reader = new ParameterReader("select parameter", text ?? "*");
  const selection = reader.list((): Selection => {
    if (reader.take(/\*/y)) return rowColumns.map((column) => ({ column, as: column }));
    const as = reader.name();
    const column = reader.take(/:/y) ? reader.name() : as;
    if (!isRowColumn(column)) throw errors.undefinedColumn(column);
    return [{ column, as }];
  });
  return selection.flat();
}

/** The keys that are stored; others are left out. @throws {RestError} PGRST100 */
export function parseColumns(text: string): string[] {
  const reader = new ParameterReader("columns parameter", text);
  return reader.list(() => reader.name());
}
