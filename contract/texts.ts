import * as v from "valibot";

export const maybeText = v.optional(v.string());

/** A text that has JSON of this schema. */
export const jsonText = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.pipe(v.string(), v.parseJson(), schema);
