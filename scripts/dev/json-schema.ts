/** Valibot's schemas as JSON Schema, for the API's document and the content's editors. */
import { toJsonSchema as convert } from "@valibot/to-json-schema";
import * as v from "valibot";
import { NO_OTHER_WORD } from "../../contract/placeholders.ts";

export type JsonSchema = Record<string, unknown>;

/** A rule that only the program checks is said in words. */
const SaidSchema = v.object({ type: v.picklist(["check", "url"]), message: v.string() });
const LongestSchema = v.object({ type: v.literal("max_code_points"), requirement: v.number() });

/** @param isClosed other names are errors */
export function toJsonSchema(schema: v.GenericSchema, isClosed = false): JsonSchema {
  const { $schema: _dialect, ...converted } = convert(schema, {
    errorMode: "ignore",
    overrideSchema: ({ valibotSchema, jsonSchema }) =>
      isClosed && valibotSchema.type === "object"
        ? { ...jsonSchema, additionalProperties: false }
        : undefined,
    overrideAction({ valibotAction, jsonSchema }) {
      if (v.is(LongestSchema, valibotAction)) return { ...jsonSchema, maxLength: valibotAction.requirement };
      // Each sentence may hold {brand} and the like.
      if (!v.is(SaidSchema, valibotAction) || valibotAction.message === NO_OTHER_WORD) return undefined;
      const description = [jsonSchema.description, `It ${valibotAction.message}.`].filter(Boolean).join(" ");
      const isAddress = valibotAction.type === "url";
      return { ...jsonSchema, description, ...(isAddress && { format: "uri" }) };
    },
  });
  return converted;
}
