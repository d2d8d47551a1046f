/**
 * The lead: the one table that this product exists for. Adding a column means one line in `LEAD_COLUMNS`
 * and one numbered migration for each store.
 */

/**
 * Every column that a visitor fills: its name in the form, whether it must say something, and the longest text
 * that is kept, in Unicode code points.
 */
export const LEAD_COLUMNS = {
  name: { input: "name", required: true, maxLength: 200 },
  email: { input: "email", required: true, maxLength: 254 },
  company_name: { input: "companyName", required: true, maxLength: 200 },
  selected_service: { input: "selectedService", required: true, maxLength: 64 },
  problems: { input: "problems", required: true, maxLength: 10_000 },
  additional_info: { input: "additionalInfo", required: false, maxLength: 10_000 },
} as const;

export type LeadColumn = keyof typeof LEAD_COLUMNS;
export type LeadInput = (typeof LEAD_COLUMNS)[LeadColumn]["input"];

/** What a visitor sends: the six columns and no other. */
export type LeadFields = Record<LeadColumn, string>;

/** A row of `lead_submissions` as the wire shows it; `created_at` is ISO 8601 in UTC. */
export type LeadRow = LeadFields & { id: string; created_at: string };

export const LEADS_TABLE = "lead_submissions";

/** The columns of {@link LEAD_COLUMNS} in the order they are stored and shown. */
export const leadColumns = Object.keys(LEAD_COLUMNS).filter(isLeadColumn);

export function isLeadColumn(name: string): name is LeadColumn {
  return Object.keys(LEAD_COLUMNS).includes(name);
}
