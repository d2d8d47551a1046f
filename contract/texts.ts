import * as v from "valibot";

/** A text as it is stored: empty, too. */
export const someText = v.string();
/** A text that may be missing. In a store it is NULL. */
export const maybeText = v.optional(someText);

/** A text that has JSON of this schema. */
export const jsonText = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.pipe(someText, v.parseJson(), schema);
