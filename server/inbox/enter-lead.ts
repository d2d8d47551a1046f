/** Leads that the agency enters or corrects. */
import type { FormContent } from "../../contract/form-content.ts";
import { addressOf, leadColumns, NOT_ASKED, type LeadFields } from "../../contract/lead.ts";
import type { LeadDetail } from "../../contract/leads-admin.ts";
import { PHONE } from "../../contract/source.ts";
import { validateLead, type Problem } from "../../contract/validation.ts";
import type { Changed, ChangeNow, LeadChange } from "../leads/history.ts";
import { readLead } from "../leads/read-lead.ts";
import type { Leads } from "../leads/submit-lead.ts";
import type { Database } from "../store/database.ts";
import { answerLead, editLead } from "./admin-changes.ts";

export interface LeadEntry {
  store: Database;
  leads: Pick<Leads, "submitLeads">;
  form: FormContent;
  change: ChangeNow;
}

type Typed = Partial<LeadFields>;

/** The lead as it is stored, or why it was refused. */
export type Entered =
  | { became: "stored"; detail: LeadDetail }
  | { became: "refused"; problems: readonly Problem[] };

/**
 * Adds a lead that called; the email may be a phone number. Nobody is mailed, and the lead counts as answered. Sent twice,
 * it is one lead. @param source where it says that it heard of us
 */
export async function addCaller(
  { store, leads, change }: LeadEntry,
  fields: Typed,
  source: string | undefined,
  by?: string,
): Promise<Changed<Entered>> {
  const arrival = { source: "form", formTiming: undefined, calledFrom: source ?? PHONE } as const;
  const whole = { company_name: NOT_ASKED, selected_service: NOT_ASKED, ...withAddress(fields) };
  const result = await leads.submitLeads([{ fields: whole }], { kind: "content" }, arrival);
  if (result.kind === "unavailable") return result;
  if (result.kind === "invalid") return refused(result.problems);
  const [row] = result.kind === "stored" ? result.rows : [];
  if (!row || result.kind !== "stored") throw new Error(`The lead was not taken: ${result.kind}.`);
  if (result.repeated) return stored(await readLead(store, row.id));
  return stored(await answerLead(store, change({ id: row.id }, by)));
}

/** Corrects columns of a lead; omitted columns stay. */
export async function correctLead(
  { store, form, change }: LeadEntry,
  { id, seen }: Pick<LeadChange, "id" | "seen">,
  fields: Typed,
  by?: string,
): Promise<Changed<Entered>> {
  const detail = await readLead(store, id);
  if (detail.kind !== "ok") return detail;
  const { lead } = detail.value;
  // A lead keeps a service that is no longer offered.
  const services = [...form.services, { value: lead.selected_service }];
  const checked = validateLead({ ...lead, ...withAddress(fields) }, { ...form, services });
  if (!checked.ok) return refused(checked.problems);
  const corrected = { ...lead, ...checked.lead };
  if (leadColumns.every((column) => corrected[column] === lead[column])) return stored(detail);
  return stored(await editLead(store, { ...change({ id, seen }, by), lead: corrected }));
}

function stored(result: Changed<LeadDetail>): Changed<Entered> {
  return result.kind === "ok" ? { kind: "ok", value: { became: "stored", detail: result.value } } : result;
}

const refused = (problems: readonly Problem[]): Changed<Entered> => ({
  kind: "ok",
  value: { became: "refused", problems },
});

function withAddress(fields: Typed): Typed {
  return { ...fields, ...(fields.email !== undefined && { email: addressOf(fields.email) }) };
}
