import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { SAMPLE_CONTENT } from "../../server/settings/env.ts";
import { contentSchemas } from "./content-schema.ts";
import type { JsonSchema } from "./json-schema.ts";

const files = globSync("**/*.yaml", { cwd: SAMPLE_CONTENT }).toSorted();
const read = (file: string) => readFileSync(join(SAMPLE_CONTENT, file), "utf8");
const schemaFor = (file: string) => (file.startsWith("trades/") ? "trades/schema.json" : "schema.json");

/** `npx vitest run scripts/dev/content-schema -u` writes them. */
test.each(Object.entries(contentSchemas()))(
  "content/%s says what the program checks",
  async (file, schema) => {
    const text = `${JSON.stringify(schema, null, 1)}\n`;
    await expect(text).toMatchFileSnapshot(join(SAMPLE_CONTENT, file));
  },
);

test.each(files)("the first line of %s names its schema, and the file fits it", (file) => {
  expect(read(file)).toMatch(/^# yaml-language-server: \$schema=\.?\/?schema\.json\n/);
  const fits = new Ajv({ strict: false, validateFormats: false }).compile(
    contentSchemas()[schemaFor(file)] ?? false,
  );
  fits(parse(read(file)));
  expect(fits.errors).toBeNull();
});

test("a wrong name, a missing text and a number too many are marked", () => {
  const problems = (file: string, change: (text: string) => string) => {
    const fits = new Ajv({ strict: false, validateFormats: false, allErrors: true }).compile(
      contentSchemas()[schemaFor(file)] ?? false,
    );
    fits(parse(change(read(file))));
    return fits.errors?.map(({ instancePath, keyword }) => `${instancePath} ${keyword}`).toSorted();
  };
  expect(problems("home.yaml", (text) => text.replace("  menuLabel:", "  menuLable:"))).toEqual([
    "/header additionalProperties",
    "/header required",
  ]);
  expect(problems("site.yaml", (text) => text.replace(/brandName: .*/, "brandName: 7"))).toEqual([
    "/site/brandName type",
  ]);
});

test("each part is explained", () => {
  const { properties } = contentSchemas()["schema.json"] ?? {};
  const parts: [string, JsonSchema][] = Object.entries(Object(properties));
  expect(
    parts.filter(([, { description }]) => typeof description !== "string").map(([name]) => name),
  ).toEqual([]);
});
