/** Parameters that filter rows, `column=operator.value` and `or=(…)`. PostgREST docs, "Horizontal Filtering". */
import { isLeadColumn } from "../../contract/lead.ts";
import { parseUuid } from "../leads/uuid.ts";
import { isRowColumn, type Comparison, type Filter, type RowColumn } from "../storage/store.ts";
import { notImplemented } from "./errors.ts";
import { createParameterReader, type ParameterReader } from "./parameter-reader.ts";
import { invalidId, invalidTime, undefinedColumn, unfinishedPattern } from "./postgres-errors.ts";
import { readTime } from "./times.ts";

/** More than anybody asks for, and fewer (and less deep) than any store can join. */
const MAX_CONDITIONS = 100;

const COMPARISONS: readonly Comparison[] = ["eq", "neq", "gt", "gte", "lt", "lte", "like", "ilike"];
const OPERATORS = [...COMPARISONS, "in", "is"];
const OPERATION = new RegExp(String.raw`(not\.)?(${OPERATORS.join("|")})\.`, "y");
const GROUP = /(?:not\.)?(?:and|or)(?=\s*\()/y;
const REST = /.*/sy;

const EVERY_ROW: Filter = { kind: "and", filters: [] };
const NO_ROW: Filter = { kind: "or", filters: [] };

/**
 * Reads all parameters that are filters.
 *
 * @throws {RestError} PGRST100 for what is no filter, PGRST127 for what this table cannot answer, or what
 *   PostgreSQL has against the column or the value.
 */
export function parseFilters(parameters: readonly [name: string, text: string][]): Filter[] {
  let conditions = 0;
  function count() {
    if (++conditions > MAX_CONDITIONS)
      throw notImplemented(`More than ${MAX_CONDITIONS} conditions in one request.`);
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
    if (!isRowColumn(column)) throw undefinedColumn(column);
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
  if (!isLeadColumn(column)) throw notImplemented(`like and ilike take columns of text, not ${column}.`);
  const pattern = operand.replaceAll("*", "%");
  if (/(?:^|[^\\])(?:\\\\)*\\$/.test(pattern)) throw unfinishedPattern();
  return pattern;
}

function toValue(column: RowColumn, operand: string): string {
  if (column !== "id" && column !== "created_at") return operand;
  const value = column === "id" ? parseUuid(operand) : readTime(operand);
  if (value === undefined) throw (column === "id" ? invalidId : invalidTime)(operand);
  return value;
}
