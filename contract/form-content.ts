/** What is said of each field of the form, as `site/content/book-call.ts` has it; the build hands it to page and server. */
import * as v from "valibot";
import { leadColumns } from "./lead.ts";
import type { Service } from "./services.ts";
import { naming, sentence } from "./placeholders.ts";

const plainText = sentence();

export const FieldContentSchema = v.object(
  v.entriesFromList(
    leadColumns,
    v.object({
      label: plainText,
      /** For the agency, where there is less room. */
      short: v.exactOptional(plainText),
      /** An example; stands beside the field, never inside it. */
      hint: v.exactOptional(plainText),
      /** What a sentence about the field begins with. */
      subject: plainText,
      /** What a visitor reads when it says nothing. */
      missing: plainText,
      /** What a visitor reads when it says something that cannot be taken. */
      invalid: v.exactOptional(plainText),
      /** The question that a visitor is asked once about a value that looks mistyped. */
      doubtful: v.exactOptional(naming("text")),
    }),
  ),
);

/** What a visitor reads of any field: that it is longer than its limit, or holds characters that no keyboard types. */
export const FieldProblemsSchema = v.object({
  tooLong: naming("subject", "limit"),
  unreadable: naming("subject"),
});

/** What the content says of the form: the words of its fields, and the services that it offers. */
export interface FormContent {
  fields: v.InferOutput<typeof FieldContentSchema>;
  fieldProblems: v.InferOutput<typeof FieldProblemsSchema>;
  services: readonly Service[];
  consent: string;
}
