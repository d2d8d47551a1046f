/** A table with more rows than are read at once, on both stores. */
import { expect } from "vitest";
import { openTables } from "../../server/storage/open-store.ts";
import { TABLES } from "../../server/storage/table-store.ts";
import { leadRow } from "../fakes/leads.ts";
import { testAtPlace } from "./contract/stores.ts";

testAtPlace("an export has each row of a table once, also beyond 500", async (place) => {
  const leads = TABLES[0] ?? expect.unreachable();
  const rows = Array.from({ length: 501 }, (_, number) => leadRow(number));
  await using tables = await openTables(place, "new or existing", () => {});
  await tables.put(leads, rows);
  const ids: string[] = [];
  await tables.snapshot(async (store) => {
    for await (const { id } of store.rows(leads)) ids.push(String(id));
  });
  expect(ids.toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
});
