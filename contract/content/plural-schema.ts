import * as v from "valibot";
import { sentence } from "./placeholders.ts";

/**
 * The plural forms of a sentence with a number. English has only `one` and
 * `many`. The content of other languages may add forms. `many` replaces each
 * form that the content leaves out.
 */
const withCount = sentence("count");
const otherForms = v.entriesFromList(
  ["zero", "two", "few", "other"],
  v.exactOptional(withCount),
);
export const pluralText = v.object({
  one: withCount,
  many: withCount,
  ...otherForms,
});
