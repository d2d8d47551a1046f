import { fillIn } from "../content/fill-in.ts";
import type { FormContent } from "../content/form-content.ts";
import type { FieldProblem } from "../http/page.ts";
import {
  emptyLead,
  LEAD_COLUMNS,
  columnNames,
  leadField,
  type LeadColumn,
  type LeadFields,
} from "./lead.ts";
import { cleanEmail } from "./mailbox.ts";
import { cleanLine, cleanText } from "./typed-text.ts";

export type ProblemKind = "missing" | "too-long" | "invalid";

export interface FormRules extends Pick<
  FormContent,
  "fields" | "fieldProblems" | "tag"
> {
  services: readonly { value: string }[];
}

export interface LeadProblem {
  column: LeadColumn;
  kind: ProblemKind;
  message: string;
}

export type UncheckedLead = Partial<Record<LeadColumn, string | null>>;

/**
 * Source: HTML Standard, "valid e-mail
 * address", the check of `<input type=email>`.
 */
const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i;

/** Signs that a copied name has from the list or the signature around it. */
const BESIDE_LINE = /^[\s,;|]{1,9}|[\s,;|]{1,9}$/g;

/**
 * @returns the cleaned lead, or all problems in the order of the form's fields
 */
export function validateLead(unchecked: UncheckedLead, rules: FormRules) {
  const lead = emptyLead();
  const problems: LeadProblem[] = [];
  for (const column of columnNames) {
    const text = cleanValue(column, unchecked[column] ?? "");
    const problem = findProblem(column, text, rules);
    if (problem) problems.push(problem);
    else lead[column] = text;
  }
  const [first, ...rest] = problems;
  if (!first) return { ok: true, lead } as const;
  return { ok: false, problems: [first, ...rest] } as const;
}

export const atInputs = (problems: readonly LeadProblem[]): FieldProblem[] =>
  problems.map(({ column, message }) => ({
    input: LEAD_COLUMNS[column].input,
    message,
  }));

/**
 * @returns the content's question, if any, about an address that looks mistyped
 */
export function emailDoubt({ email }: LeadFields, { fields }: FormRules) {
  const { doubtful } = fields.email;
  return doubtful && looksMistyped(email)
    ? fillIn(doubtful, { text: email })
    : undefined;
}

/**
 * Whether the text is exactly one address,
 * without a name, a list or a line break.
 */
export const isEmailAddress = (text: string): boolean =>
  text.length <= LEAD_COLUMNS.email.maxLength && EMAIL.test(text);

function cleanValue(column: LeadColumn, typed: string): string {
  const { kind } = leadField(column);
  if (kind === "text") return cleanText(typed);
  return kind === "email"
    ? cleanEmail(typed)
    : cleanLine(typed).replace(BESIDE_LINE, "");
}

function findProblem(
  column: LeadColumn,
  text: string,
  rules: FormRules,
): LeadProblem | undefined {
  const { kind, required, maxLength } = leadField(column);
  const { tooLong } = rules.fieldProblems;
  const { subject, missing, invalid = missing, strange } = rules.fields[column];
  const problem = (
    reason: ProblemKind,
    sentence: string,
    letter = "",
  ): LeadProblem => {
    const limit = maxLength.toLocaleString(rules.tag);
    const message = fillIn(sentence, { subject, limit, text: letter });
    return { column, kind: reason, message };
  };
  if (text === "") return required ? problem("missing", missing) : undefined;
  const isOffered = rules.services.some(({ value }) => value === text);
  if (kind === "service" && !isOffered) return problem("invalid", invalid);
  // Counts code points, as the stores do.
  if (Array.from(text).length > maxLength) return problem("too-long", tooLong);
  if (kind !== "email" || EMAIL.test(text)) return undefined;
  const [letter] = /[^\P{L}a-z]\p{M}*(?=[^\s@]*@)/iu.exec(text) ?? [];
  return problem("invalid", (letter && strange) || invalid, letter);
}

const MISTYPED_DOMAINS = [
  /^[^.]*$/,
  /^(?:g|hot)(?:amil|nail|m(?:ial|ai|al|il|aill|ali|aiil|sil|aul))\.com$/,
  /^(?:homail|yaho|yahooo|yhoo|tahoo|out(?:lok|loo|ook)|ic(?:lod|lud|oud|ould|lou))\.com$/,
  /^(?:gmail\.(?!com$)|comcast\.(?!net$)|(?:yahoo|hotmail|outlook|icloud|aol)\.(?:co|cm|om)$)/,
  /\.(?:.|[a-z]*\d[a-z\d]*|con|cmo|ocm|comm|coom|cpm|cim|xom|vom|nett|ogr)$/,
];

/**
 * Few mailboxes have these signs. Often people
 * copy a sign that stands beside an address.
 */
const MISTYPED_MAILBOX = /(?:^|@)www\.|[!#$%*/=?^`{|}~].*@|\.[.@]/;

/** Whether an address in its stored form looks mistyped. */
export function looksMistyped(email: string): boolean {
  const domain = email.slice(email.lastIndexOf("@") + 1);
  return (
    MISTYPED_MAILBOX.test(email) ||
    MISTYPED_DOMAINS.some((mistyped) => mistyped.test(domain))
  );
}
