/** The JSON Schemas with which editors complete, explain and mark the content files; the sample's comments explain. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { toJsonSchema as convert } from "@valibot/to-json-schema";
import * as v from "valibot";
import { isMap, isScalar, isSeq, parseDocument } from "yaml";
import { CONTENT_FILES } from "../contract/content/files.ts";
import { ContentSchema } from "../contract/content/schema.ts";
import { NO_OTHER_WORD } from "../contract/placeholders.ts";
import { SAMPLE_CONTENT } from "../server/settings/env.ts";

const DIALECT = { $schema: "http://json-schema.org/draft-07/schema#" };
const ANY_TRADE = "trades/hvac.yaml";

/** By the paths of the files below `content/`. */
export function contentSchemas(): Record<string, JsonSchema> {
  const { trades, ...others } = ContentSchema.entries;
  const parts = new Map(Object.entries<v.GenericSchema>(others));
  const files = Object.entries(CONTENT_FILES).flatMap(([file, names]) => {
    const properties = names.map((name) => [name, toJsonSchema(parts.get(name) ?? v.never())]);
    const { properties: said } = explainedBy(file, { properties: Object.fromEntries(properties) });
    return Object.entries(Object(said));
  });
  const whole = { type: "object", properties: Object.fromEntries(files), additionalProperties: false };
  return {
    "schema.json": { ...DIALECT, ...whole },
    "trades/schema.json": { ...DIALECT, ...explainedBy(ANY_TRADE, toJsonSchema(trades.value)) },
  };
}

/** A schema with the comments of the sample: those in the lines above a name. */
function explainedBy(file: string, whole: JsonSchema): JsonSchema {
  const text = readFileSync(join(SAMPLE_CONTENT, file), "utf8");

  function explained(schema: JsonSchema, node: unknown): JsonSchema {
    const { properties, items } = schema;
    if (typeof items === "object" && items !== null)
      return { ...schema, items: explained({ ...items }, isSeq(node) ? node.items[0] : undefined) };
    if (typeof properties !== "object" || properties === null) return schema;
    const own = Object.entries(properties).map(([name, inner]) => {
      const pair = isMap(node)
        ? node.items.find(({ key }) => isScalar(key) && key.value === name)
        : undefined;
      const said = [isScalar(pair?.key) ? commentAbove(pair.key.range?.[0] ?? 0) : "", inner.description];
      const description = said.filter(Boolean).join(" ");
      return [name, { ...explained(inner, pair?.value), ...(description !== "" && { description }) }];
    });
    return { ...schema, properties: Object.fromEntries(own) };
  }

  function commentAbove(offset: number): string {
    const lines = text.slice(0, offset).split("\n").slice(0, -1);
    const first = lines.findLastIndex((line) => !/^ *# /.test(line)) + 1;
    return lines
      .slice(first)
      .map((line) => line.trim().slice("# ".length))
      .join(" ");
  }

  return explained(whole, parseDocument(text).contents);
}

type JsonSchema = Record<string, unknown>;

/** A rule that only the program checks is said in words. */
const SaidSchema = v.object({ type: v.picklist(["check", "url"]), message: v.string() });
const LongestSchema = v.object({ type: v.literal("max_code_points"), requirement: v.number() });

/** Other names than those of the schema are errors. */
function toJsonSchema(schema: v.GenericSchema): JsonSchema {
  const { $schema: _dialect, ...converted } = convert(schema, {
    errorMode: "ignore",
    overrideSchema: ({ valibotSchema, jsonSchema }) =>
      valibotSchema.type === "object" ? { ...jsonSchema, additionalProperties: false } : undefined,
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
