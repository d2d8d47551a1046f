/** The errors that PostgreSQL finds. Source: its docs, appendix A; statuses: PostgREST docs, "Errors". Texts are in `details`. */
import { LEADS_TABLE, type LeadColumn } from "../../contract/lead.ts";
import * as messages from "../../contract/messages.ts";
import type { Problem, ProblemKind } from "../../contract/validation.ts";
import { restError as error } from "./errors.ts";

/** @param hasSecretKey false for an anonymous visitor */
export const permissionDenied = (hasSecretKey: boolean) =>
  error(hasSecretKey ? 403 : 401, "42501", `permission denied for table ${LEADS_TABLE}`, {
    headers: hasSecretKey ? {} : { "www-authenticate": "Bearer" },
  });

export const undefinedColumn = (column: string) =>
  error(400, "42703", `column ${LEADS_TABLE}.${column} does not exist`);

export const invalidId = (value: string) =>
  error(400, "22P02", `invalid input syntax for type uuid: "${value}"`);

export const invalidTime = (value: string) =>
  error(400, "22007", `invalid input syntax for type timestamp with time zone: "${value}"`);

export const notText = (column: LeadColumn) =>
  error(400, "22P02", messages.NOT_TEXT, { details: `Column "${column}" takes text.` });

export const unfinishedPattern = () => error(400, "22025", "LIKE pattern must not end with escape character");

export const nullCharacter = () => error(400, "22021", 'invalid byte sequence for encoding "UTF8": 0x00');

export const duplicateId = () =>
  error(409, "23505", messages.ALREADY_STORED, {
    details: `duplicate key value violates unique constraint "${LEADS_TABLE}_pkey"`,
  });

const PROBLEM_CODES: Record<ProblemKind, string> = {
  missing: "23502",
  "too-long": "22001",
  invalid: "23514",
  unreadable: "22021",
};

const relation = `relation "${LEADS_TABLE}"`;

const PROBLEM_DETAILS: Record<ProblemKind, (column: LeadColumn) => string> = {
  missing: (column) => `null value in column "${column}" of ${relation} violates not-null constraint`,
  "too-long": (column) => `value too long for column "${column}" of ${relation}`,
  invalid: (column) => `new row for ${relation} violates check constraint "${LEADS_TABLE}_${column}_check"`,
  unreadable: (column) => `invalid character in column "${column}" of ${relation}`,
};

/** The first problem is the message; `details` has all of them, in PostgreSQL's words. */
export const invalidLead = (problems: readonly [Problem, ...Problem[]], row: number, rows: number) => {
  const details = problems.map(({ column, kind }) => PROBLEM_DETAILS[kind](column)).join("; ");
  return error(400, PROBLEM_CODES[problems[0].kind], problems[0].message, {
    details: rows > 1 ? `Row ${row + 1}: ${details}` : details,
  });
};
