import { LEAD_COLUMNS, columnNames } from "../../contract/lead/lead.ts";
import type { UncheckedLead } from "../../contract/lead/validation.ts";
import { LEAD } from "../support/leads.ts";
import { formRequest } from "./inbox-request.ts";

/** @param more fields that are no columns */
export function postForm(
  changes: UncheckedLead = {},
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
  return formRequest("/book-call", { ...fields, ...more }, headers);
}
