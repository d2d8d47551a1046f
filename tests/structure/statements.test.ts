/** The statements of both stores are common SQL: `server/storage/sql.ts` has all that the two say differently. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../scripts/root.ts";
import { sources } from "./imports.ts";

const OF_ONE_STORE =
  /= ANY\b|::\w+|\bFOR (?:NO KEY )?UPDATE\b|json_(?:each|(?:to|populate)_recordset)|\bextract\(|\bmake_interval|julianday/g;

test("no statement has the words of one store", () => {
  const shared = sources.filter((file) => /^server\/storage\/[^/]+$/.test(file) && !file.endsWith("/sql.ts"));
  const found = shared.flatMap((file) =>
    Array.from(
      readFileSync(join(root, file), "utf8").matchAll(OF_ONE_STORE),
      ([words]) => `${file}: ${words}`,
    ),
  );
  expect(shared.length).toBeGreaterThan(20);
  expect(found).toEqual([]);
});
