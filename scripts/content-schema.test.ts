import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SAMPLE_CONTENT } from "../server/settings/env.ts";
import { contentSchemas } from "./content-schema.ts";

/** `npx vitest run scripts/content-schema -u` writes them. */
test.each(Object.entries(contentSchemas()))(
  "content/%s says what the program checks",
  async (file, schema) => {
    const text = `${JSON.stringify(schema, null, 1)}\n`;
    await expect(text).toMatchFileSnapshot(join(SAMPLE_CONTENT, file));
  },
);

test.each(globSync("**/*.yaml", { cwd: SAMPLE_CONTENT }))("the first line of %s names its schema", (file) => {
  const text = readFileSync(join(SAMPLE_CONTENT, file), "utf8");
  expect(text).toMatch(/^# yaml-language-server: \$schema=\.?\/?schema\.json\n/);
});
