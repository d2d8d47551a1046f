/**
 * The columns that hold JSON, and the only place where they are parsed. A newer version beside this one, a hand or an
 * import may have written what this version does not know: such a value counts as not there, and its column is named.
 */
import * as v from "valibot";
import { LeadEventSchema } from "../../contract/delivery.ts";
import { VisitSchema } from "../../contract/lead-visit.ts";
import { SPAM_SIGNALS } from "../../contract/outcome.ts";

const json = <Schema extends v.GenericSchema>(schema: Schema) => v.pipe(v.string(), v.parseJson(), schema);

const visit = json(VisitSchema);
const event = json(LeadEventSchema);
const suspicion = json(v.array(v.picklist(SPAM_SIGNALS)));

const SCHEMAS = { visit, event, suspicion };

/** The same columns as fields of a record. */
export const VISIT = v.fallback(v.optional(visit), undefined);
export const EVENT = v.fallback(v.optional(event), undefined);
/** Signs that are not known are left out. */
export const SUSPICION = v.fallback(
  v.pipe(
    v.optional(json(v.array(v.string())), "[]"),
    v.transform((signals) => SPAM_SIGNALS.filter((signal) => signals.includes(signal))),
  ),
  [],
);

/** @returns the columns of the record that hold something which this version cannot read */
export function unreadColumns(record: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(SCHEMAS).flatMap(([column, schema]) => {
    const value = record[column] ?? null;
    return value === null || v.is(schema, value) ? [] : [column];
  });
}
