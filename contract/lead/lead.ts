/** The lead. `docs/recipes.md` says how to add a field. */

import { readTelephone } from "./telephone.ts";

export interface LeadField {
  input: string;
  /**
   * `line`: one line of text. `service`: a service
   * of the content. `text`: several lines.
   */
  kind: "line" | "email" | "tel" | "service" | "text";
  required: boolean;
  /** The greatest length of a text, in Unicode code points. */
  maxLength: number;
  autocomplete?: "name" | "email" | "organization" | "tel";
  rows?: number;
}

/**
 * In the order of the form. Each new field
 * is one line, as `docs/recipes.md` says it.
 */
// oxfmt-ignore
export const LEAD_COLUMNS = {
  name: { input: "name", kind: "line", required: true, maxLength: 200, autocomplete: "name" },
  email: { input: "email", kind: "email", required: true, maxLength: 254, autocomplete: "email" },
  company_name: {
    input: "companyName",
    kind: "line",
    required: true,
    maxLength: 200,
    autocomplete: "organization",
  },
  selected_service: { input: "selectedService", kind: "service", required: true, maxLength: 64 },
  problems: { input: "problems", kind: "text", required: true, maxLength: 10_000, rows: 4 },
  additional_info: { input: "additionalInfo", kind: "text", required: false, maxLength: 10_000, rows: 3 },
} as const satisfies Record<string, LeadField>;

export type LeadColumn = keyof typeof LEAD_COLUMNS;
export type LeadInput = (typeof LEAD_COLUMNS)[LeadColumn]["input"];

export const CALLER_COLUMNS: readonly LeadColumn[] = [
  "name",
  "email",
  "problems",
];
/**
 * Fills required columns that a form leaves out.
 * Spreadsheets do not read it as a formula.
 */
export const NOT_ASKED = "\u2013";

export type LeadFields = Record<LeadColumn, string>;

export const whoIs = ({
  name,
  company_name: company,
}: Pick<LeadFields, "name" | "company_name">) =>
  company === NOT_ASKED ? name : `${name}, ${company}`;

/** `created_at` is ISO 8601 in UTC. */
export type LeadRow = LeadFields & { id: string; created_at: string };

export const LEADS_TABLE = "lead_submissions";

export const columnNames = Object.keys(LEAD_COLUMNS).filter(isLeadColumn);

export function isLeadColumn(name: string): name is LeadColumn {
  return Object.keys(LEAD_COLUMNS).includes(name);
}

export const leadField = (column: LeadColumn): LeadField =>
  LEAD_COLUMNS[column];

export function emptyLead(): LeadFields {
  const lead = Object.fromEntries(columnNames.map((column) => [column, ""]));
  if (!isComplete(lead)) throw new Error("The lead lacks a column.");
  return lead;
}

const isComplete = (lead: Partial<LeadFields>): lead is LeadFields =>
  columnNames.every((column) => lead[column] !== undefined);

const PHONE_ADDRESS = /^(\+?\d{7,20}(?:x\d{1,9})?)@phone\.invalid$/;

/**
 * The number of a caller without email. The
 * store has it as an address that gets no mail.
 */
export const phoneOf = (email: string): string | undefined =>
  PHONE_ADDRESS.exec(email)?.[1];

export const emailOrPhone = (email: string): string => phoneOf(email) ?? email;

/**
 * @returns the address that stands for a phone
 * number (RFC 2606), or any other text unchanged
 */
export function addressOf(typed: string): string {
  const { number = "", extension = "" } = readTelephone(typed) ?? {};
  const address = `${number.replace(/^00/, "+")}${extension && `x${extension}`}@phone.invalid`;
  return PHONE_ADDRESS.test(address) ? address : typed;
}

/** Source: ITU-T E.164, "List of assigned country codes". */
const COUNTRY_CODE =
  /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;

/**
 * The number within its country, without
 * the zero that callers there dial first.
 */
export function nationalNumber(phone: string): string {
  const dialed = phone.startsWith("+")
    ? phone.slice(1).replace(COUNTRY_CODE, "")
    : phone;
  return dialed.replace(/^0+/, "");
}

/** Mail programs expect a plain "@", not "%40". Source: RFC 6068, 2. */
export const mailUrl = (email: string) =>
  `mailto:${encodeURIComponent(email).replace("%40", "@")}`;

/** The page requires this number. A program may send the form without it. */
export const CALL_NUMBER = {
  // The name "phone" may belong to a field that an agency adds to its leads.
  input: "callNumber",
  kind: "tel",
  required: true,
  maxLength: 40,
  autocomplete: "tel",
} as const satisfies LeadField;

/**
 * The name of a hidden field. It confirms a text
 * about which the form asked whether it is right.
 */
export const askedField = (input: string) => `asked-${input}`;

export const isConfirmed = (
  fields: { get: (name: string) => unknown },
  input: string,
) => fields.get(askedField(input)) === fields.get(input);

export const CANCEL_REASON = {
  input: "reason",
  kind: "line",
  required: false,
  maxLength: 2_000,
} as const satisfies LeadField;

export const isCallNumber = (text: string): boolean =>
  readTelephone(text) !== undefined;

/** Of any alphabet. A text like "none" or a dash has none. */
export const hasDigit = (text: string): boolean => /\p{N}/u.test(text);
