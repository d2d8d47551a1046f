/**
 * What makes a lead acceptable. Page and server run the same checks, so that a visitor never passes one and
 * fails the other (specification, point 5).
 */
import { LEAD_COLUMNS, leadColumns, type LeadColumn, type LeadFields } from "./lead.ts";
import type { Service } from "./services.ts";
import { INVALID, MISSING, tooLong, unreadable } from "./messages.ts";

export type ProblemKind = "missing" | "too-long" | "invalid" | "unreadable";

/** One reason why a lead is not taken; `message` is a sentence for the visitor. */
export interface Problem {
  column: LeadColumn;
  kind: ProblemKind;
  message: string;
}

/** The columns as they arrived: a column that was not sent is absent or `null`. */
export type UncheckedLead = Partial<Record<LeadColumn, string | null>>;

export type LeadValidation =
  | { ok: true; lead: LeadFields }
  | { ok: false; problems: readonly [Problem, ...Problem[]] };

const MULTI_LINE: ReadonlySet<LeadColumn> = new Set(["problems", "additional_info"]);

/** Control characters but tab and line break, and halves of surrogate pairs: no store takes them all. */
const UNREADABLE = /[^\P{Cc}\n\t]|\p{Cs}/u;

/** Source: HTML Standard, "valid e-mail address"; what `<input type=email>` checks. */
const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

/**
 * Trims every value, lowercases the email and checks all columns.
 *
 * @param services those that are offered.
 * @returns the lead as it is stored, or every problem in the order of the form.
 */
export function validateLead(
  unchecked: UncheckedLead,
  services: readonly Pick<Service, "value">[],
): LeadValidation {
  const lead: Partial<LeadFields> = {};
  const problems: Problem[] = [];
  for (const column of leadColumns) {
    const text = normalize(column, unchecked[column] ?? "");
    const problem = findProblem(column, text, services);
    if (problem) problems.push(problem);
    else lead[column] = column === "email" ? text.toLowerCase() : text;
  }
  const [first, ...rest] = problems;
  if (first) return { ok: false, problems: [first, ...rest] };
  if (!isComplete(lead)) throw new Error("A column was neither accepted nor refused.");
  return { ok: true, lead };
}

/** Whether this is one address and nothing else: no name, no list, no line break. */
export function isEmailAddress(text: string): boolean {
  return text.length <= LEAD_COLUMNS.email.maxLength && EMAIL.test(text);
}

/** Whether a text of several lines holds nothing that no keyboard types. */
export function isReadable(text: string): boolean {
  return !UNREADABLE.test(text);
}

function normalize(column: LeadColumn, text: string): string {
  return (MULTI_LINE.has(column) ? text.replace(/\r\n/g, "\n") : text).trim();
}

function findProblem(
  column: LeadColumn,
  text: string,
  services: readonly Pick<Service, "value">[],
): Problem | undefined {
  const { required, maxLength } = LEAD_COLUMNS[column];
  if (text === "") return required ? { column, kind: "missing", message: MISSING[column] } : undefined;
  if (!isReadable(text) || (/[\n\t]/.test(text) && !MULTI_LINE.has(column))) {
    return { column, kind: "unreadable", message: unreadable(column) };
  }
  if (column === "selected_service" && !services.some(({ value }) => value === text)) {
    return invalid(column);
  }
  // Counted in code points, as the stores count.
  if (Array.from(text).length > maxLength) return { column, kind: "too-long", message: tooLong(column) };
  if (column === "email" && !EMAIL.test(text)) return invalid(column);
  return undefined;
}

function invalid(column: LeadColumn): Problem {
  return { column, kind: "invalid", message: INVALID[column] ?? unreadable(column) };
}

function isComplete(lead: Partial<LeadFields>): lead is LeadFields {
  return leadColumns.every((column) => lead[column] !== undefined);
}
