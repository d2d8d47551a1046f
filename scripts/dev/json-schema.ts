/** Valibot's schemas as JSON Schema (2020-12, the dialect of OpenAPI 3.1), for what contract/ uses of them. */
import * as v from "valibot";

export type JsonSchema = Record<string, unknown>;

type Wrapped =
  | v.OptionalSchema<v.GenericSchema, undefined>
  | v.ExactOptionalSchema<v.GenericSchema, undefined>
  | v.NullableSchema<v.GenericSchema, undefined>;
type Items = v.ArraySchema<v.GenericSchema, undefined>;
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

/** @throws {Error} for a kind of schema that it does not know */
export function toJsonSchema(schema: v.GenericSchema): JsonSchema {
  const found = base(schema);
  const parts: unknown[] = "pipe" in schema && Array.isArray(schema.pipe) ? schema.pipe : [];
  for (const part of parts) Object.assign(found, limitOf(part, found));
  return found;
}

function limitOf(part: unknown, { type }: JsonSchema): JsonSchema {
  const { success, output } = v.safeParse(v.object({ type: v.string(), requirement: v.unknown() }), part);
  const limit = success ? LIMITS[output.type]?.(output.requirement) : undefined;
  if (type !== "array" || limit === undefined) return limit ?? {};
  const renamed = Object.entries(limit).map(([name, value]) => [name.replace("Length", "Items"), value]);
  return Object.fromEntries(renamed);
}

function base(schema: v.GenericSchema): JsonSchema {
  const { type } = schema;
  if (["string", "number", "boolean"].includes(type)) return { type };
  if (is<Wrapped>(schema, "optional", "exact_optional")) return toJsonSchema(schema.wrapped);
  if (is<Wrapped>(schema, "nullable")) return { anyOf: [toJsonSchema(schema.wrapped), { type: "null" }] };
  if (is<Items>(schema, "array")) return { type, items: toJsonSchema(schema.item) };
  if (is<Values>(schema, "record"))
    return { type: "object", additionalProperties: toJsonSchema(schema.value) };
  if (is<v.PicklistSchema<string[], undefined>>(schema, "picklist")) return { enum: [...schema.options] };
  if (is<v.LiteralSchema<v.Literal, undefined>>(schema, "literal")) return { const: schema.literal };
  if (is<Union>(schema, "union", "variant")) return { anyOf: schema.options.map(toJsonSchema) };
  if (is<Entries>(schema, "object", "strict_object")) return objectSchema(schema, type === "strict_object");
  throw new Error(`A schema of the type ${type} has no JSON Schema here.`);
}

function objectSchema({ entries }: Entries, isStrict: boolean): JsonSchema {
  const properties = Object.entries(entries).map(([name, entry]) => [name, toJsonSchema(entry)]);
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
