/** The rules with which the agency enters and corrects leads. */

import type { LeadDetail } from "../../../contract/inbox/leads-admin.ts";
import {
  addressOf,
  columnNames,
  NOT_ASKED,
  type LeadFields,
} from "../../../contract/lead/lead.ts";
import { PHONE } from "../../../contract/lead/source.ts";
import {
  validateLead,
  type LeadProblem,
} from "../../../contract/lead/validation.ts";
import { hasWords, readNumber } from "../../deliveries/phone-number.ts";
import type { LeadChange } from "../../leads/history.ts";
import { writeSearchedText } from "../../leads/insert-leads.ts";
import { readLead } from "../../leads/read-lead.ts";
import { joined, raw, sql } from "../../store/sql.ts";
import { changeLead, notifyWebhooks } from "../change-lead.ts";
import { present } from "../forms.ts";
import { markLead } from "../mark/mark-lead.ts";
import type { InboxParts } from "../parts.ts";

type LeadEntry = Pick<
  InboxParts,
  "store" | "leads" | "form" | "change" | "timeZone"
>;

export type TypedFields = Partial<LeadFields>;

export type EntryResult = LeadDetail | { problems: readonly LeadProblem[] };

/**
 * Stores a caller as an answered lead. `fields.email`
 * may be a phone number. Nobody is mailed.
 */
export async function addCaller(
  { store, leads, change, timeZone }: LeadEntry,
  fields: TypedFields,
  source: string | undefined,
  by?: string,
): Promise<EntryResult> {
  const allFields = {
    company_name: NOT_ASKED,
    selected_service: NOT_ASKED,
    ...withAddress(fields, timeZone),
  };
  const result = await leads.submitCaller(allFields, source ?? PHONE);
  if (result.kind === "unavailable") throw result;
  if (result.kind === "invalid") return result;
  if (result.kind !== "stored")
    throw new Error(`The lead was not taken: ${result.kind}.`);
  const id = result.rows[0]?.id ?? "";
  return present(
    result.repeated
      ? await readLead(store, id)
      : await markLead(store, "answered", change({ id, by })),
  );
}

/** Corrects a lead. Columns that `fields` leaves out keep their values. */
export async function correctLead(
  { store, form, change, timeZone }: LeadEntry,
  which: Pick<LeadChange, "id" | "seen" | "by">,
  fields: TypedFields,
): Promise<EntryResult> {
  const detail = present(await readLead(store, which.id));
  const { lead } = detail;
  // A lead keeps a service that is no longer offered.
  const services = [...form.services, { value: lead.selected_service }];
  const checked = validateLead(
    { ...lead, ...withAddress(fields, timeZone) },
    { ...form, services },
  );
  if (!checked.ok) return checked;
  const { lead: typed } = checked;
  const corrected = columnNames.filter(
    (column) => typed[column] !== lead[column],
  );
  if (corrected.length === 0) return detail;
  const reason =
    corrected.map((column) => typed[column]).join("\n") || undefined;
  const what = { kind: "corrected", reason } as const;
  const edit = change(which);
  const edited = changeLead(store, edit, what, sql`TRUE`, async (query) => {
    const values = corrected.map(
      (column) => sql`${raw(column)} = ${typed[column]}`,
    );
    await query`UPDATE lead_submissions SET ${joined(values, ", ")}
      WHERE id = ${which.id}`;
    await writeSearchedText(query, which.id);
    await notifyWebhooks(query, edit, { type: "lead.updated" });
  });
  return present(await edited);
}

/**
 * A number without a country's code is one of the
 * agency's country. The note keeps words beside it.
 */
function withAddress(fields: TypedFields, timeZone: string): TypedFields {
  const { email: typed, problems: note } = fields;
  if (typed === undefined) return fields;
  const email = addressOf(readNumber(typed, [timeZone]).phone);
  const problems = note && hasWords(typed) ? `${note}\n${typed}` : note;
  return { ...fields, email, ...(problems && { problems }) };
}
