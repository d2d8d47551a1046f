/** The embedded store moves into PostgreSQL: all of it, or nothing. */
import { join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import {
  createDatabase,
  describePostgres,
  dropDatabase,
  onServer,
} from "../../tests/support/postgres.ts";
import { newFolder } from "../../tests/machine/new-folder.ts";
import { filledFile, usedTables } from "../../tests/support/used-store.ts";
import { moveStore } from "./move-store.ts";
import { openStore } from "./open-store.ts";
import { listLeads } from "../inbox/list/list-leads.ts";

/** The rows of a table as JSON, with the columns that the embedded store has. */
function rowsIn(
  url: string,
  table: string,
  columns: string[],
): Promise<unknown[]> {
  return onServer(url, async (client) => {
    await client.query("SET search_path = nightshift, public");
    const { rows } = await client.query(
      `SELECT ${columns.join()} FROM ${table} ORDER BY ${columns[0]}`,
    );
    return JSON.parse(JSON.stringify(rows));
  });
}

describePostgres("a used store", () => {
  let url: string;
  let counts: Map<string, number>;
  beforeAll(async () => {
    url = await createDatabase();
    counts = await moveStore(
      filledFile(join(newFolder(), "data", "leads.db")),
      url,
    );
    return () => dropDatabase(url);
  });

  test("arrives with each of its rows", async () => {
    for (const [table, rows] of usedTables) {
      expect([table, counts.get(table)]).toEqual([table, rows.length]);
      const columns = Object.keys(rows[0] ?? {});
      expect(await rowsIn(url, table, columns)).toEqual(
        rows.toSorted((a, b) =>
          String(a[columns[0] ?? ""]) < String(b[columns[0] ?? ""]) ? -1 : 1,
        ),
      );
    }
  });

  test("is listed and searched after the move", async () => {
    const store = await openStore({ dataDir: "", databaseUrl: url }, () => {});
    onTestFinished(() => store.close());
    const now = "2027-03-01T12:00:00.000Z";
    for (const [search, total] of [
      ["", 20],
      ["visitor7@", 1],
    ] as const)
      expect(
        await listLeads(store, {
          filter: "all",
          size: 1,
          now,
          today: "2026-11-20",
          search,
        }),
      ).toMatchObject({ total });
  });

  test("is refused by a database that has rows, and adds none", async () => {
    await expect(moveStore(filledFile(), url)).rejects.toThrow(
      "The database has rows in lead_submissions already. Name an empty database.",
    );
    expect(await rowsIn(url, "lead_notes", ["id"])).toHaveLength(20);
  });
});
