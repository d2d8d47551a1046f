/** Valibot's schemas as JSON Schema (2020-12, the dialect of OpenAPI 3.1), for what contract/ uses of them. */
import * as v from "valibot";
import { NO_OTHER_WORD } from "../../contract/placeholders.ts";

export type JsonSchema = Record<string, unknown>;

type Wrapped =
  | v.OptionalSchema<v.GenericSchema, undefined>
  | v.ExactOptionalSchema<v.GenericSchema, undefined>
  | v.NullableSchema<v.GenericSchema, undefined>;
type Items = v.ArraySchema<v.GenericSchema, undefined>;
type Tuple = v.TupleWithRestSchema<v.GenericSchema[], v.GenericSchema, undefined>;
type WithRest = v.ObjectWithRestSchema<v.ObjectEntries, v.GenericSchema, undefined>;
type Values = v.RecordSchema<v.GenericSchema<string>, v.GenericSchema, undefined>;
type Union = v.UnionSchema<v.GenericSchema[], undefined> | v.VariantSchema<string, Entries[], undefined>;
type Entries = v.ObjectSchema<v.ObjectEntries, undefined> | v.StrictObjectSchema<v.ObjectEntries, undefined>;

/** What a validation of a pipe adds, by its type. */
const LIMITS: Record<string, (requirement: unknown) => JsonSchema> = {
  min_length: (least) => ({ minLength: least }),
  max_length: (most) => ({ maxLength: most }),
  max_code_points: (most) => ({ maxLength: most }),
  non_empty: () => ({ minLength: 1 }),
  min_value: (least) => ({ minimum: least }),
  max_value: (most) => ({ maximum: most }),
  integer: () => ({ type: "integer" }),
  regex: (pattern) => ({ pattern: pattern instanceof RegExp ? pattern.source : "" }),
  starts_with: (text) => ({ pattern: `^${String(text)}` }),
  uuid: () => ({ format: "uuid" }),
  iso_timestamp: () => ({ format: "date-time" }),
  iso_date: () => ({ format: "date" }),
  url: () => ({ format: "uri" }),
};

/** @param isClosed other names are errors @throws {Error} for a kind of schema that it does not know */
export function toJsonSchema(schema: v.GenericSchema, isClosed = false): JsonSchema {
  const found = base(schema, isClosed);
  const parts: unknown[] = "pipe" in schema && Array.isArray(schema.pipe) ? schema.pipe : [];
  for (const part of parts) Object.assign(found, limitOf(part, found));
  return found;
}

/** A rule that only the program checks is said in words. */
const CheckSchema = v.object({ type: v.picklist(["check", "url"]), message: v.string() });

function limitOf(part: unknown, { type, description }: JsonSchema): JsonSchema {
  if (v.is(CheckSchema, part)) {
    // Each sentence may hold {brand} and the like.
    if (part.message === NO_OTHER_WORD) return {};
    const said = `It ${part.message}.`;
    return { description: typeof description === "string" ? `${description} ${said}` : said };
  }
  const { success, output } = v.safeParse(v.object({ type: v.string(), requirement: v.unknown() }), part);
  const limit = success ? LIMITS[output.type]?.(output.requirement) : undefined;
  if (type !== "array" || limit === undefined) return limit ?? {};
  const renamed = Object.entries(limit).map(([name, value]) => [name.replace("Length", "Items"), value]);
  return Object.fromEntries(renamed);
}

function base(schema: v.GenericSchema, isClosed: boolean): JsonSchema {
  const { type } = schema;
  const inner = (part: v.GenericSchema) => toJsonSchema(part, isClosed);
  if (["string", "number", "boolean"].includes(type)) return { type };
  if (is<Wrapped>(schema, "optional", "exact_optional")) return inner(schema.wrapped);
  if (is<Wrapped>(schema, "nullable")) return { anyOf: [inner(schema.wrapped), { type: "null" }] };
  if (is<Items>(schema, "array")) return { type, items: inner(schema.item) };
  if (is<Tuple>(schema, "tuple_with_rest"))
    return { type: "array", items: inner(schema.rest), minItems: schema.items.length };
  if (is<Values>(schema, "record")) return { type: "object", additionalProperties: inner(schema.value) };
  if (is<v.PicklistSchema<string[], undefined>>(schema, "picklist")) return { enum: [...schema.options] };
  if (is<v.LiteralSchema<v.Literal, undefined>>(schema, "literal")) return { const: schema.literal };
  if (is<Union>(schema, "union", "variant")) return { anyOf: schema.options.map(inner) };
  if (is<WithRest>(schema, "object_with_rest"))
    return { ...objectSchema(schema, false, inner), additionalProperties: inner(schema.rest) };
  if (is<Entries>(schema, "object", "strict_object"))
    return objectSchema(schema, isClosed || type === "strict_object", inner);
  throw new Error(`A schema of the type ${type} has no JSON Schema here.`);
}

function objectSchema(
  { entries }: Pick<Entries, "entries">,
  isStrict: boolean,
  inner: (part: v.GenericSchema) => JsonSchema,
): JsonSchema {
  const properties = Object.entries(entries).map(([name, entry]) => [name, inner(entry)]);
  const required = Object.entries(entries).filter(([, { type }]) => !type.endsWith("optional"));
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required: required.map(([name]) => name) }),
    ...(isStrict && { additionalProperties: false }),
  };
}

function is<Kind extends v.GenericSchema>(schema: v.GenericSchema, ...types: Kind["type"][]): schema is Kind {
  return types.some((type) => type === schema.type);
}
