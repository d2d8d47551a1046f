/** A new column is one line in `LEAD_COLUMNS`: the wire knows none of them by name. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { leadColumns } from "../../contract/lead.ts";

const FOLDER = new URL("../../server/rest/", import.meta.url);

test("no file of the wire names a column that a visitor fills", () => {
  // The others are words that code needs for other things too.
  const columns = leadColumns.filter((column) => column.includes("_"));
  const names = new RegExp(`\\b(${columns.join("|")})\\b`, "g");
  const files = readdirSync(FOLDER).filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));
  const found = files.flatMap((file) => {
    const code = readFileSync(new URL(file, FOLDER), "utf8");
    return Array.from(code.matchAll(names), ([column]) => `${file}: ${column}`);
  });
  expect(files.length).toBeGreaterThan(10);
  expect(found).toEqual([]);
});
