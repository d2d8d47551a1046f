import {
  CONFIRMED_EMAIL_FIELD,
  type UncheckedLead,
} from "../../contract/lead/validation.ts";
import { LEAD_COLUMNS, columnNames } from "../../contract/lead/lead.ts";
import { LEAD } from "../support/leads.ts";
import { formRequest } from "./inbox-request.ts";

/**
 * `askedEmail` is the address that the form asked the visitor to check.
 * @param more fields that are no columns
 */
export function postForm(
  { askedEmail, ...changes }: UncheckedLead & { askedEmail?: string } = {},
  headers: Record<string, string> = {},
  more: Record<string, string> = {},
) {
  const lead = { ...LEAD, ...changes };
  const fields = Object.fromEntries(
    columnNames.map((column) => [
      LEAD_COLUMNS[column].input,
      lead[column] ?? "",
    ]),
  );
  const asked = askedEmail && { [CONFIRMED_EMAIL_FIELD]: askedEmail };
  return formRequest("/book-call", { ...fields, ...asked, ...more }, headers);
}
