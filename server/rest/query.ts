/** The parameters that say which columns and rows are wanted, in which order. PostgREST docs, "Tables and Views". */
import { isRowColumn, rowColumns } from "../storage/store.ts";
import type { LeadQuery, RowColumn, Comparison, Filter } from "../storage/store.ts";
import * as errors from "./errors.ts";
import { isLeadColumn } from "../../contract/lead.ts";
import { parseUuid } from "../leads/uuid.ts";
import { isDay } from "../../contract/day.ts";

const NAME = /"((?:[^"\\]|\\.)*)"|[^\s"'(),.:]+/suy;
/** In quotes, where a backslash takes the meaning from the next character, or up to the next comma or bracket. */
const VALUE = /"((?:[^"\\]|\\.)*)"(?=\s*[,)])|[^,)]*/suy;
const COMMA = /\s*,\s*/y;
const OPEN = /\s*\(\s*/y;
const CLOSE = /\s*\)/y;
const END = /\s*$/y;

/** A request names each column of each lead that it sends: with thousands, one kept the thread busy for 300 ms. */
const MAX_COLUMNS = 100;

type ParameterReader = ReturnType<typeof createParameterReader>;

/** Patterns are sticky. Source: PostgREST docs, "Reserved Characters". @throws {RestError} PGRST100, but from `take` */
export function createParameterReader(kind: string, text: string) {
  let at = 0;

  /** Matches the pattern at the current position; without a match, nothing is consumed. */
  function take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (!found) return undefined;
    at = pattern.lastIndex;
    return found;
  }

  function expect(pattern: RegExp, what: string): RegExpExecArray {
    const found = take(pattern);
    if (found) return found;
    const next = text[at] === undefined ? "end of input" : JSON.stringify(text[at]);
    throw errors.unreadableParameter(kind, text, at + 1, `unexpected ${next} expecting ${what}`);
  }

  function unquoted([all, quoted]: RegExpExecArray): string {
    return quoted === undefined ? all : quoted.replace(/\\(.)/gsu, "$1");
  }

  function list<Item>(item: () => Item, most = MAX_COLUMNS): Item[] {
    const items = [item()];
    while (take(COMMA))
      if (items.push(item()) > most) throw errors.notImplemented(`More than ${most} columns in one list.`);
    return items;
  }

  return {
    take,
    expect,
    list,
    name: () => unquoted(expect(NAME, "field name (* or [a..z0..9_$])")),
    value: () => unquoted(expect(VALUE, "value")),
    group<Item>(item: () => Item): Item[] {
      expect(OPEN, '"("');
      const items = list(item, Infinity);
      expect(CLOSE, '"," or ")"');
      return items;
    },
    end: () => expect(END, "end of input"),
  };
}

/** The most rows in one answer; more come by `offset` or `Range`. */
const MAX_ROWS = 1000;

/** Parameters that are no filters. */
const RESERVED = new Set(["select", "columns", "order", "limit", "offset"]);

export type Selection = { column: RowColumn; as: string }[];

/** Reads `select=`; without it every column is shown. @throws {RestError} PGRST100 or 42703 */
export function parseSelect(text: string | null): Selection {
  const reader = createParameterReader("select parameter", text ?? "*");
  const selection = reader.list((): Selection => {
    if (reader.take(/\*/y)) return rowColumns.map((column) => ({ column, as: column }));
    const as = reader.name();
    return [{ column: toRowColumn(reader.take(/:/y) ? reader.name() : as), as }];
  });
  reader.end();
  return selection.flat();
}

/** @param range the `Range` header; ignored when it is none of items @throws {RestError} also PGRST103 */
export function parseQuery(parameters: URLSearchParams, range: string | undefined): Omit<LeadQuery, "count"> {
  const filters = parseFilters([...parameters].filter(([name]) => !RESERVED.has(name)));
  const order = parameters.get("order");
  return { filters, order: order === null ? [] : parseOrder(order), ...parseRange(parameters, range) };
}

function parseOrder(text: string): LeadQuery["order"] {
  const reader = createParameterReader("order", text);
  const order = reader.list(() => {
    const column = toRowColumn(reader.name());
    const descending = reader.take(/\.(?:asc|desc)/y)?.[0] === ".desc";
    // No column is ever null, so that it does not matter where nulls go.
    reader.take(/\.nulls(?:first|last)/y);
    return { column, descending };
  });
  reader.end();
  return order;
}

function parseRange(parameters: URLSearchParams, range = ""): Pick<LeadQuery, "offset" | "limit"> {
  const [, from, to] = /^(\d{1,15})-(\d{1,15})?$/.exec(range) ?? [];
  const offset = wholeNumber(parameters, "offset") ?? 0;
  const limit = wholeNumber(parameters, "limit") ?? Number.POSITIVE_INFINITY;
  const first = Math.max(offset, Number(from ?? 0));
  const end = Math.min(offset + limit, to === undefined ? Number.POSITIVE_INFINITY : Number(to) + 1);
  if (limit > 0 && end <= first) {
    throw errors.unsatisfiableRange(
      "The lower boundary must be lower than or equal to the upper boundary in the Range header.",
    );
  }
  return { offset: first, limit: Math.max(0, Math.min(end - first, MAX_ROWS)) };
}

function wholeNumber(parameters: URLSearchParams, name: string): number | undefined {
  const text = parameters.get(name);
  if (text === null) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw errors.unreadableParameter(name, text, 1, "expecting a whole number");
  return Number(text);
}

function toRowColumn(name: string): RowColumn {
  if (!isRowColumn(name)) throw errors.undefinedColumn(name);
  return name;
}

/** More conditions than any client needs, and fewer (and less nested) than any store can join. */
const MAX_CONDITIONS = 100;

const COMPARISONS: readonly Comparison[] = ["eq", "neq", "gt", "gte", "lt", "lte", "like", "ilike"];
const OPERATORS = [...COMPARISONS, "in", "is"];
const OPERATION = new RegExp(String.raw`(not\.)?(${OPERATORS.join("|")})\.`, "y");
const GROUP = /(?:not\.)?(?:and|or)(?=\s*\()/y;
const REST = /.*/sy;

const EVERY_ROW: Filter = { kind: "and", filters: [] };
const NO_ROW: Filter = { kind: "or", filters: [] };

/** Source: PostgREST docs, "Horizontal Filtering". @throws {RestError} PGRST100, PGRST127, or PostgreSQL's */
export function parseFilters(parameters: readonly [name: string, text: string][]): Filter[] {
  let conditions = 0;
  function count() {
    if (++conditions > MAX_CONDITIONS)
      throw errors.notImplemented(`More than ${MAX_CONDITIONS} conditions in one request.`);
  }

  function readGroup(reader: ParameterReader, name: string): Filter {
    count();
    const filters = reader.group(() => {
      const group = reader.take(GROUP)?.[0];
      if (group !== undefined) return readGroup(reader, group);
      const column = reader.name();
      reader.expect(/\./y, '"."');
      return readCondition(reader, column, reader.value);
    });
    return negated(name.startsWith("not."), { kind: name.endsWith("and") ? "and" : "or", filters });
  }

  function readCondition(reader: ParameterReader, column: string, readOperand: () => string): Filter {
    count();
    const [, not, operator] = reader.expect(OPERATION, `an operator (${OPERATORS.join(", ")})`);
    if (!isRowColumn(column)) throw errors.undefinedColumn(column);
    return negated(not !== undefined, condition(reader, column, operator, readOperand));
  }

  return parameters.map(([name, text]) => {
    const isGroup = /^(?:not\.)?(?:and|or)$/.test(name);
    const reader = createParameterReader(isGroup ? "logic tree" : "filter", text);
    const readRest = () => reader.expect(REST, "value")[0];
    const filter = isGroup ? readGroup(reader, name) : readCondition(reader, name, readRest);
    reader.end();
    return filter;
  });
}

function condition(
  reader: ParameterReader,
  column: RowColumn,
  operator: string | undefined,
  readOperand: () => string,
): Filter {
  if (operator === "is") {
    // No column is ever null.
    const [, isNull] = reader.expect(/(null)|not_null/iy, "null or not_null");
    return isNull === undefined ? EVERY_ROW : NO_ROW;
  }
  if (operator === "in") {
    const values = reader.group(reader.value);
    // `in.()` is the empty list, not a list of one empty text.
    if (values.length === 1 && values[0] === "") return NO_ROW;
    return { kind: "in", column, values: values.map((value) => toValue(column, value)) };
  }
  const comparison = COMPARISONS.find((known) => known === operator) ?? "eq";
  const operand = readOperand();
  const isPattern = comparison === "like" || comparison === "ilike";
  return { kind: "compare", column, comparison, value: (isPattern ? toPattern : toValue)(column, operand) };
}

function negated(not: boolean, filter: Filter): Filter {
  return not ? { kind: "not", filter } : filter;
}

function toPattern(column: RowColumn, operand: string): string {
  if (!isLeadColumn(column))
    throw errors.notImplemented(`like and ilike take columns of text, not ${column}.`);
  const pattern = operand.replaceAll("*", "%");
  if (/(?:^|[^\\])(?:\\\\)*\\$/.test(pattern)) throw errors.unfinishedPattern();
  return pattern;
}

function toValue(column: RowColumn, operand: string): string {
  if (column !== "id" && column !== "created_at") return operand;
  const value = column === "id" ? parseUuid(operand) : readTime(operand);
  if (value === undefined) throw (column === "id" ? errors.invalidId : errors.invalidTime)(operand);
  return value;
}

/** A "+" in an address that was not encoded arrives as a blank. */
const TIME =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?))?(?:z|([+ -]\d\d)(?::?(\d\d))?)?$/i;

/** `2026-11-20T12:00:00.5+00:00`, as PostgREST shows it. @param iso ISO 8601 in UTC. */
export function writeTime(iso: string): string {
  return iso.replace(/\.?0{0,3}Z$/, "+00:00");
}

/** Without an offset in UTC. @returns ISO 8601 in UTC, to milliseconds; undefined: no time that every store can hold */
export function readTime(text: string): string | undefined {
  const [, day, timeOfDay, hours, minutes] = TIME.exec(text) ?? [];
  if (day === undefined || !isDay(day)) return undefined;
  const time = new Date(
    `${day}T${timeOfDay ?? "00:00"}${hours?.replace(" ", "+") ?? "+00"}:${minutes ?? "00"}`,
  );
  if (Number.isNaN(time.getTime())) return undefined;
  const iso = time.toISOString();
  // Other years have a sign in ISO 8601, and PostgreSQL has no year 0.
  return /^(?!0000)\d{4}-/.test(iso) ? iso : undefined;
}
