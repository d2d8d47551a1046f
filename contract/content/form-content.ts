import * as v from "valibot";
import { LEAD_COLUMNS, columnNames } from "../lead/lead.ts";
import { cleanLine } from "../lead/typed-text.ts";
import { naming, optionalText, plainText, says } from "./values.ts";

export const FieldContentSchema = v.object(
  v.entriesFromList(
    columnNames,
    v.object({
      ...says("label", "subject", "missing"),
      short: optionalText,
      hint: optionalText,
      chips: v.exactOptional(
        v.array(v.pipe(plainText, v.excludes(",", "must have no comma"))),
      ),
      invalid: optionalText,
      /** About a letter in an address that mail cannot be sent to. */
      strange: v.exactOptional(naming("text")),
      /**
       * The question about a value that looks
       * mistyped. A visitor can confirm the value.
       */
      doubtful: v.exactOptional(naming("text")),
    }),
  ),
);

export const FieldProblemsSchema = v.object({
  tooLong: naming("subject", "limit"),
  callNumber: plainText,
  doubtfulNumber: naming("text"),
});

const VALUE_LENGTH = LEAD_COLUMNS.selected_service.maxLength;
const VALUE_RULE = `must be 1 to ${VALUE_LENGTH} readable characters, without spaces around them`;

/**
 * Leads store the `value` of a service, so the label of the service can change.
 */
export const ServicesSchema = v.pipe(
  v.array(
    v.object({
      label: plainText,
      value: v.pipe(v.string(), v.check(canBeSent, VALUE_RULE)),
    }),
  ),
  v.minLength(1, "must list at least one service"),
  v.maxLength(12, "must list at most 12 services"),
  v.check(
    (list) => new Set(list.map(({ value }) => value)).size === list.length,
    "must have each value once",
  ),
);

function canBeSent(value: string): boolean {
  const length = Array.from(value).length;
  return value === cleanLine(value) && length > 0 && length <= VALUE_LENGTH;
}

export interface FormContent {
  fields: v.InferOutput<typeof FieldContentSchema>;
  fieldProblems: v.InferOutput<typeof FieldProblemsSchema>;
  services: readonly Service[];
  consent: string;
  /** Whether the form of /book-call has a field for a telephone number. */
  asksNumber: boolean;
  /** The language in which numbers are written (BCP 47). */
  tag: string;
}
export type Service = v.InferOutput<typeof ServicesSchema>[number];

/**
 * The label of a stored service. A service that
 * has left the list is shown by its value.
 */
export function serviceLabel(
  services: readonly Service[],
  value: string,
): string {
  return services.find((service) => service.value === value)?.label ?? value;
}
