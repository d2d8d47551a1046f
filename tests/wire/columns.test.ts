/** A new column is one line in `LEAD_COLUMNS`: the REST API knows no column by name. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { leadColumns } from "../../contract/lead.ts";

const FOLDER = new URL("../../server/rest/", import.meta.url);

test("no file of the REST API names a column that a visitor fills", () => {
  // Code needs the other words for other purposes, too.
  const columns = leadColumns.filter((column) => column.includes("_"));
  const names = new RegExp(`\\b(${columns.join("|")})\\b`, "g");
  const files = readdirSync(FOLDER).filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));
  const found = files.flatMap((file) => {
    const code = readFileSync(new URL(file, FOLDER), "utf8");
    return Array.from(code.matchAll(names), ([column]) => `${file}: ${column}`);
  });
  expect(files.length).toBeGreaterThan(5);
  expect(found).toEqual([]);
});
