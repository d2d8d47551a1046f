import {
  CONFIRMED_EMAIL_FIELD,
  type UncheckedLead,
} from "../../contract/lead/validation.ts";
import { LEAD_COLUMNS, columnNames } from "../../contract/lead/lead.ts";
import { LEAD } from "../support/leads.ts";
import type { TestRequest } from "../support/server.ts";

/** `askedEmail` is the address that the form asked the visitor to check. */
export function postForm(
  { askedEmail, ...changes }: UncheckedLead & { askedEmail?: string } = {},
  headers: Record<string, string> = {},
): TestRequest {
  const fields = new URLSearchParams();
  for (const column of columnNames)
    fields.set(
      LEAD_COLUMNS[column].input,
      { ...LEAD, ...changes }[column] ?? "",
    );
  if (askedEmail !== undefined) fields.set(CONFIRMED_EMAIL_FIELD, askedEmail);
  return {
    method: "POST",
    path: "/book-call",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      ...headers,
    },
    body: fields.toString(),
  };
}
