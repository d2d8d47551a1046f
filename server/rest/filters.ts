/** Parameters that filter rows, `column=operator.value`. Source: PostgREST docs, "Horizontal Filtering". */
import { parseUuid } from "../leads/uuid.ts";
import { isRowColumn, type Comparison, type Filter, type RowColumn } from "../storage/store.ts";
import { notEmbedded, notImplemented, unreadableParameter } from "./errors.ts";
import { readList } from "./lists.ts";
import { namePattern, unquote } from "./parameters.ts";
import {
  invalidText,
  invalidTime,
  noSuchOperator,
  notBoolean,
  nullCharacter,
  undefinedColumn,
  unfinishedPattern,
} from "./postgres-errors.ts";
import { readTime } from "./times.ts";

const COMPARISONS: readonly Comparison[] = ["eq", "neq", "gt", "gte", "lt", "lte", "like", "ilike"];
const PATTERN_OPERATORS: Partial<Record<Comparison, string>> = { like: "~~", ilike: "~~*" };
const OTHERS = ["in", "is", "isdistinct"];

/** Operators of PostgREST that this table does not answer: said so, not passed over. */
const UNSUPPORTED = "match imatch fts plfts phfts wfts cs cd ov sl sr nxr nxl adj".split(" ");

/** `not.in.`, `eq(any).` and what follows. */
export const OPERATOR = /(not\.)?([a-z]+)(\([a-z]*\))?\./y;

const EMBEDDED = namePattern(String.raw`NAME\.(?:.+)`);

const EVERY_ROW: Filter = { kind: "and", filters: [] };
const NO_ROW: Filter = { kind: "or", filters: [] };

/** An operator as it was written; `operand` is a list after `in`. */
export interface Operation {
  negated: boolean;
  operator: string;
  operand: string | string[];
}

/**
 * Reads the parameter.
 *
 * @param zone in which times without an offset are meant.
 * @throws {RestError} PGRST100 for what is no filter, PGRST108 and PGRST127 for one that this table cannot answer,
 *   or what PostgreSQL has against the column or the value.
 */
export function parseFilter(name: string, text: string, zone: string): Filter {
  const embedded = EMBEDDED.exec(name)?.[1];
  if (embedded !== undefined) throw notEmbedded(unquote(embedded));
  OPERATOR.lastIndex = 0;
  const [head = "", not, operator = "", quantifier] = OPERATOR.exec(text) ?? [];
  if (!isOperator(operator)) throw unknownOperator("filter", text, 0);
  if (quantifier !== undefined) throw noQuantifiers();
  const rest = text.slice(head.length);
  const operand = operator === "in" ? readList("filter", text, head.length).values : rest;
  return toFilter(unquote(name), { negated: not !== undefined, operator, operand }, zone);
}

/** What an operation on a column asks of a row. */
export function toFilter(name: string, { negated, operator, operand }: Operation, zone: string): Filter {
  if (UNSUPPORTED.includes(operator)) {
    throw notImplemented(`Not supported: ${operator}. Supported: ${[...COMPARISONS, ...OTHERS].join(", ")}.`);
  }
  if (name.includes("->")) throw notImplemented("No column holds JSON to look into.");
  if (!isRowColumn(name)) throw undefinedColumn(name);
  const filter = positive(name, operator, operand, zone);
  return negated ? { kind: "not", filter } : filter;
}

export function isOperator(word: string): boolean {
  return isComparison(word) || OTHERS.includes(word) || UNSUPPORTED.includes(word);
}

export const noQuantifiers = () =>
  notImplemented("Operators with any or all are not supported; join filters with or=() and and=().");

/** @param at where in the text the operator should be, counted from 0. */
export function unknownOperator(kind: string, text: string, at: number) {
  const found = text[at] === undefined ? "end of input" : JSON.stringify(text[at]);
  const details = `unexpected ${found} expecting "not" or operator (eq, gt, ...)`;
  return unreadableParameter(kind, text, at + 1, details);
}

function positive(column: RowColumn, operator: string, operand: string | string[], zone: string): Filter {
  if (Array.isArray(operand)) {
    // `in.()` is the empty list, not a list of one empty text.
    const values = operand.length === 1 && operand[0] === "" ? [] : operand;
    return { kind: "in", column, values: values.map((value) => parseValue(column, value, zone)) };
  }
  if (operator === "is") return nullTest(column, operand);
  const comparison = isComparison(operator) ? operator : "neq";
  const pattern = PATTERN_OPERATORS[comparison];
  if (pattern === undefined) {
    const up = comparison === "gte" || comparison === "lt";
    return { kind: "compare", column, comparison, value: parseValue(column, operand, zone, up) };
  }
  if (typeOf(column) !== "text") throw noSuchOperator(typeOf(column), pattern);
  return { kind: "compare", column, comparison, value: parsePattern(operand) };
}

/** No column is ever null. */
function nullTest(column: RowColumn, operand: string): Filter {
  const test = operand.toLowerCase();
  if (test === "null") return NO_ROW;
  if (test === "not_null") return EVERY_ROW;
  if (["true", "false", "unknown"].includes(test)) throw notBoolean(test.toUpperCase(), typeOf(column));
  const details = "expecting isVal: (null, not_null, true, false, unknown)";
  throw unreadableParameter("filter", `is.${operand}`, "is.".length + 1, details);
}

function parsePattern(operand: string): string {
  if (operand.includes("\0")) throw nullCharacter();
  const pattern = operand.replaceAll("*", "%");
  if (/(?:^|[^\\])(?:\\\\)*\\$/.test(pattern)) throw unfinishedPattern();
  return pattern;
}

function parseValue(column: RowColumn, operand: string, zone: string, up = false): string {
  if (operand.includes("\0")) throw nullCharacter();
  if (column === "id") {
    const id = parseUuid(operand);
    if (id === undefined) throw invalidText("uuid", operand);
    return id;
  }
  if (column !== "created_at") return operand;
  // A "+" in an address that was not encoded arrives as a blank.
  const time = readTime(operand.replace(/ (\d\d(:?\d\d)?)$/, "+$1"), zone, up);
  if (time === undefined) throw invalidTime(operand);
  return time;
}

/** How many conditions a filter has in all. */
export function sizeOf(filter: Filter): number {
  if (filter.kind === "not") return sizeOf(filter.filter);
  if (filter.kind !== "and" && filter.kind !== "or") return 1;
  return filter.filters.reduce((sum, inner) => sum + sizeOf(inner), 1);
}

function typeOf(column: RowColumn): string {
  if (column === "id") return "uuid";
  return column === "created_at" ? "timestamp with time zone" : "text";
}

function isComparison(word: string): word is Comparison {
  return COMPARISONS.some((comparison) => comparison === word);
}
