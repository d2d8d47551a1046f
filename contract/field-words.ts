/** What is said of each field of the form, as `site/content/book-call.ts` has it; the build hands it to page and server. */
import * as v from "valibot";
import { leadColumns } from "./lead.ts";
import type { Service } from "./services.ts";
import { naming, sentence } from "./words.ts";

const words = sentence();

export const FieldWordsSchema = v.object(
  v.entriesFromList(
    leadColumns,
    v.object({
      label: words,
      /** For the agency, where there is less room. */
      short: v.exactOptional(words),
      /** An example; stands beside the field, never inside it. */
      hint: v.exactOptional(words),
      /** What a sentence about the field begins with. */
      subject: words,
      /** What a visitor reads when it says nothing. */
      missing: words,
      /** What a visitor reads when it says something that cannot be taken. */
      invalid: v.exactOptional(words),
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
export interface FormWords {
  fields: v.InferOutput<typeof FieldWordsSchema>;
  fieldProblems: v.InferOutput<typeof FieldProblemsSchema>;
  services: readonly Service[];
  consent: string;
}
