/** The embedded store moves into PostgreSQL: all of it, or nothing. */
import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { expect, test } from "vitest";
import { describePostgres, onServer, temporaryDatabase } from "../../tests/support/postgres.ts";
import { leadRow } from "../../tests/support/leads.ts";
import { openTestStore } from "../../tests/support/store.ts";
import { temporaryFolder } from "../../tests/support/server.ts";
import { filledFile, fillStore, usedTables } from "../../tests/support/used-store.ts";
import { moveStore } from "./move-store.ts";
import { openStore } from "./open-store.ts";
import { listLeads } from "../inbox/list-leads.ts";
import { insertLeads } from "../leads/insert-leads.ts";

const ALL = { filter: "all", size: 1, now: "2027-03-01T12:00:00.000Z" } as const;

/** The rows of a table with the columns of the used store, as JSON has them. */
function rowsIn(url: string, table: string, columns: string[]): Promise<unknown[]> {
  return onServer(url, async (client) => {
    await client.query("SET search_path = nightshift, public");
    const { rows } = await client.query(`SELECT ${columns.join()} FROM ${table} ORDER BY ${columns[0]}`);
    return JSON.parse(JSON.stringify(rows));
  });
}

describePostgres("a used store", () => {
  test("arrives with each of its rows, and its leads are listed", async () => {
    const [path, url] = [filledFile(), await temporaryDatabase()];
    const counts = await moveStore(path, url);
    for (const [table, rows] of usedTables) {
      expect([table, counts.get(table)]).toEqual([table, rows.length]);
      const columns = Object.keys(rows[0] ?? {});
      expect(await rowsIn(url, table, columns)).toEqual(
        rows.toSorted((a, b) => (String(a[columns[0] ?? ""]) < String(b[columns[0] ?? ""]) ? -1 : 1)),
      );
    }
    const store = await openStore({ dataDir: "", databaseUrl: url }, () => {});
    expect(await listLeads(store, { ...ALL, search: "" })).toMatchObject({ total: 20 });
    await store.close();
  });

  test("is searched by the words of its leads after the move", async () => {
    const [path, url] = [join(temporaryFolder(), "leads.db"), await temporaryDatabase()];
    const before = await openTestStore(path);
    await insertLeads(before, { rows: [leadRow(1, { problems: "A zebrafinch in the duct" })] });
    await before.close();
    await moveStore(path, url);
    const store = await openStore({ dataDir: "", databaseUrl: url }, () => {});
    expect(await listLeads(store, { ...ALL, search: "zebrafinch" })).toMatchObject({ total: 1 });
    await store.close();
  });

  test("is refused by a database that has rows, and adds none", async () => {
    const url = await temporaryDatabase();
    await fillStore({ dataDir: "", databaseUrl: url }, usedTables.slice(0, 1));
    await expect(moveStore(filledFile(), url)).rejects.toThrow(
      "The database has rows in lead_submissions already. Name an empty one.",
    );
    expect(await rowsIn(url, "lead_notes", ["id"])).toEqual([]);
  });

  test("of a running site is refused", async () => {
    const [path, url] = [filledFile(), await temporaryDatabase()];
    using site = new DatabaseSync(path);
    site.prepare("SELECT count(*) FROM lead_submissions").get();
    await expect(moveStore(path, url)).rejects.toThrow("is in use. Stop the site first.");
  });
});

test("a store that is not there cannot move", async () => {
  await expect(moveStore("/nowhere/leads.db", "postgres://127.0.0.1:1/x")).rejects.toThrow(
    "There is no store at /nowhere/leads.db.",
  );
});
