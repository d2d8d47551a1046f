/** Filters joined by `and=()` and `or=()`. Source: PostgREST docs, "Logical operators". */
import type { Filter } from "../storage/store.ts";
import { notImplemented } from "./errors.ts";
import { isOperator, noQuantifiers, OPERATOR, toFilter, unknownOperator } from "./filters.ts";
import { expected, readList, readValue, skipBlanks } from "./lists.ts";
import { namePatternAt, unquote } from "./parameters.ts";

/** Deeper than anybody means, and no deeper than any store can follow. */
const MAX_DEPTH = 20;
const KIND = "logic tree";
const GROUP = /(not\.)?(and|or)(?=\s*\()/y;
const COLUMN = namePatternAt(String.raw`NAME\.`);

interface Parsed {
  filter: Filter;
  /** Where the text goes on, counted from 0. */
  end: number;
}

/** Whether a parameter joins filters: `and`, `or`, and both after `not.`. */
export function isLogic(name: string): boolean {
  return /^(not\.)?(and|or)$/.test(name);
}

/**
 * Reads `or=(name.eq.Ada,and(name.eq.Ben,email.like.*@x.example))`.
 *
 * @throws {RestError} PGRST100, or what is wrong with one of the filters.
 */
export function parseLogic(name: string, text: string, zone: string): Filter {
  const { filter, end } = parseGroup(text, 0, name, zone, 1);
  if (end < text.length) throw expected(KIND, text, end, "end of input");
  return filter;
}

function parseGroup(text: string, start: number, name: string, zone: string, depth: number): Parsed {
  if (depth > MAX_DEPTH) throw notImplemented(`Filters are nested deeper than ${MAX_DEPTH} levels.`);
  let at = skipBlanks(text, start);
  if (text[at] !== "(") throw expected(KIND, text, at, '"("');
  const filters: Filter[] = [];
  do {
    const { filter, end } = parseTerm(text, skipBlanks(text, at + 1), zone, depth);
    filters.push(filter);
    at = skipBlanks(text, end);
  } while (text[at] === ",");
  if (text[at] !== ")") throw expected(KIND, text, at, '"," or ")"');
  const joined: Filter = { kind: name.endsWith("and") ? "and" : "or", filters };
  const filter: Filter = name.startsWith("not.") ? { kind: "not", filter: joined } : joined;
  return { filter, end: skipBlanks(text, at + 1) };
}

function parseTerm(text: string, start: number, zone: string, depth: number): Parsed {
  GROUP.lastIndex = start;
  const group = GROUP.exec(text)?.[0];
  if (group !== undefined) return parseGroup(text, start + group.length, group, zone, depth + 1);

  COLUMN.lastIndex = start;
  const [head = "", name] = COLUMN.exec(text) ?? [];
  if (name === undefined) {
    const what = "field name (* or [a..z0..9_$]), negation operator (not) or logic operator (and, or)";
    throw expected(KIND, text, start, what);
  }
  OPERATOR.lastIndex = start + head.length;
  const [operation = "", not, operator = "", quantifier] = OPERATOR.exec(text) ?? [];
  if (!isOperator(operator)) throw unknownOperator(KIND, text, start + head.length);
  if (quantifier !== undefined) throw noQuantifiers();
  const at = start + head.length + operation.length;
  const { operand, end } = operator === "in" ? listOperand(text, at) : textOperand(text, at);
  const filter = toFilter(unquote(name), { negated: not !== undefined, operator, operand }, zone);
  return { filter, end };
}

function listOperand(text: string, at: number) {
  const { values, end } = readList(KIND, text, at);
  return { operand: values, end };
}

function textOperand(text: string, at: number) {
  const { value, end } = readValue(text, at);
  return { operand: value, end };
}
