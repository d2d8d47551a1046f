/** What only SQLite must do; `contract/` tests what every store must do. */

import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { insertLeads } from "../../server/leads/insert-leads.ts";
import { backupPath } from "../../server/store/backups.ts";
import type { Database, Log } from "../../server/store/database.ts";
import { openSqliteStore } from "../../server/store/sqlite/sqlite-database.ts";
import { leadRow } from "../support/leads.ts";
import { temporaryFolder } from "../support/server.ts";
import { faultOf } from "../support/store.ts";
import { readAll } from "./contract/rows.ts";
import { Scenario } from "./contract/scenario.ts";

async function open(
  path = join(temporaryFolder(), "leads.db"),
  log: Log = () => {},
  patience?: number,
) {
  const store = await openSqliteStore(path, { log }, patience);
  onTestFinished(() => store.close());
  return { store, path };
}

const lead = (number: number) => ({ rows: [leadRow(number)] });

test("a closed store is one file", async () => {
  const { store, path } = await open();
  await insertLeads(store, lead(1));
  await store.close();
  expect([existsSync(path), existsSync(`${path}-wal`)]).toEqual([true, false]);
});

const CASCADES = `SELECT child.name || ' WHERE ' || key."from" AS rows
  FROM pragma_table_list AS child, pragma_foreign_key_list(child.name) AS key
  WHERE child.schema = 'main' AND key.on_delete = 'CASCADE'`;

test("deleting a lead by SQL deletes its rows in every table", async () => {
  const { store, path } = await open();
  const scenario = new Scenario(store);
  const { id } = await scenario.lead();
  const byHand = new DatabaseSync(path, { enableForeignKeyConstraints: false });
  byHand.prepare("DELETE FROM lead_submissions WHERE id = ?").run(id);
  expect(
    byHand.prepare("SELECT * FROM pragma_foreign_key_check").all(),
  ).toEqual([]);
  const definitions =
    "SELECT group_concat(sql) AS sql FROM sqlite_schema WHERE type = 'trigger'";
  const triggers = byHand.prepare(definitions).get();
  const cascades = byHand.prepare(CASCADES).all();
  expect(cascades.length).toBeGreaterThan(6);
  for (const { rows } of cascades)
    expect(triggers?.["sql"]).toContain(`DELETE FROM ${String(rows)} = old.id`);
  byHand.close();
  expect(await scenario.claim()).toEqual([]);
});

test("a store is unavailable while another process locks it, and stores leads afterwards", async () => {
  const { store, path } = await open(undefined, undefined, 50);
  const other = new DatabaseSync(path);
  onTestFinished(() => other.close());
  other.exec("BEGIN IMMEDIATE");
  const reason = "the database is locked by another process";
  expect(await insertLeads(store, lead(1))).toMatchObject({
    kind: "unavailable",
    reason,
  });
  expect(await faultOf(store)).toBeDefined();
  const waiting = insertLeads(store, lead(1));
  await setImmediate();
  other.exec("ROLLBACK");
  expect(await waiting).toMatchObject({ kind: "stored" });
});

function replace(path: string) {
  for (const end of ["", "-wal"]) renameSync(`${path}.new${end}`, path + end);
}
const removeAll = (path: string) =>
  rmSync(dirname(path), { recursive: true, force: true });

test.each<[what: string, harm: (path: string) => void, rescued: number]>([
  ["deleted", (path) => rmSync(path), 0],
  ["deleted with all that belongs to it", removeAll, 0],
  ["left without its log", (path) => rmSync(`${path}-wal`), 0],
  ["replaced by another store", replace, 1],
])(
  "a store whose file is %s refuses leads, then reopens without a loss",
  async (_what, harm, rescued) => {
    const log = vi.fn<Log>();
    const { store, path } = await open(undefined, log);
    const another = await open(`${path}.other`);
    await insertLeads(another.store, lead(9));
    for (const end of ["", "-wal"])
      cpSync(`${path}.other${end}`, `${path}.new${end}`);
    expect(await insertLeads(store, lead(1))).toMatchObject({ kind: "stored" });
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    harm(path);
    const reason = expect.stringMatching(
      "^the database (file|log) was (deleted|replaced by another file) under the ",
    );
    expect(await insertLeads(store, lead(2))).toMatchObject({
      kind: "unavailable",
      reason,
    });
    expect(await faultOf(store)).toBe("the store is not open");
    const fault =
      / under the running site\. (Nothing is lost: |Its leads are kept in )/;
    const messages = [expect.stringMatching(fault), "The store is open."];
    await vi.advanceTimersByTimeAsync(1_000);
    expect(log.mock.calls.flat()).toEqual(messages);
    expect(await insertLeads(store, lead(3))).toMatchObject({ kind: "stored" });
    await store.close();
    const again = await open(path);
    const numbers = async (from: Database) =>
      (await readAll(from)).map(({ id }) => Number(id.slice(-2)));
    expect(await numbers(again.store)).toEqual(rescued === 0 ? [1, 3] : [3, 9]);
    const copies = readdirSync(dirname(path)).filter((name) =>
      name.includes(".rescued-"),
    );
    expect(copies).toHaveLength(rescued);
    for (const name of copies)
      expect(
        await numbers((await open(join(dirname(path), name))).store),
      ).toEqual([1]);
  },
);

test("a store whose file is overwritten by a smaller file refuses all later leads", async () => {
  const log = vi.fn<Log>();
  const { store, path } = await open(undefined, log);
  await insertLeads(store, lead(1));
  const other = new DatabaseSync(path);
  other.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  other.close();
  expect(await insertLeads(store, lead(2))).toMatchObject({ kind: "stored" });
  truncateSync(path, 8192);
  vi.useFakeTimers({ toFake: ["performance"] });
  const reason = "the database file was overwritten under the running site";
  for (const number of [3, 4]) {
    expect(await insertLeads(store, lead(number))).toMatchObject({
      kind: "unavailable",
      reason,
    });
    vi.advanceTimersByTime(1_000);
  }
  expect(await faultOf(store)).toBe(reason);
  const message = expect.stringContaining(
    `${path} was overwritten, and its leads cannot`,
  );
  expect(log).toHaveBeenCalledExactlyOnceWith(message);
});

test("a store whose file is damaged refuses leads, and is opened again", async () => {
  const log = vi.fn<Log>();
  const { store, path } = await open(undefined, log);
  await insertLeads(store, lead(1));
  using byHand = new DatabaseSync(path, { defensive: false });
  byHand.exec(`PRAGMA writable_schema = ON; PRAGMA schema_version = 99;
    UPDATE sqlite_schema SET rootpage = 9999 WHERE name = 'lead_submissions'`);
  const reason = "the database file is damaged";
  expect(await insertLeads(store, lead(2))).toMatchObject({ reason });
  expect(log).toHaveBeenCalledExactlyOnceWith(
    `The store failed and is opened again: ${reason}.`,
  );
});

test("a store opens neither in a folder that cannot be made nor from a file that is no store", async () => {
  const file = join(temporaryFolder(), "notes");
  writeFileSync(file, "These are notes. ".repeat(1_000));
  await expect(open(join(file, "leads.db"))).rejects.toThrow(
    "leads.db cannot be used: E",
  );
  await expect(open(file)).rejects.toThrow(
    "the file is not a database. There is no backup of it",
  );
  mkdirSync(join(dirname(file), "backups"));
  writeFileSync(backupPath(dirname(file), 0), "");
  await expect(open(file)).rejects.toThrow(
    "The newest backup is from 1970-01-01T00:00:00.000Z.",
  );
});

test("a store that cannot be opened yet is tried again each second", async () => {
  const folder = join(temporaryFolder(), "data");
  writeFileSync(folder, "in the way");
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const log = vi.fn<Log>();
  const options = { log, later: true };
  const store = await openSqliteStore(join(folder, "leads.db"), options);
  onTestFinished(() => store.close());
  await vi.advanceTimersByTimeAsync(2_000);
  expect(log).toHaveBeenCalledOnce();
  rmSync(folder);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(log).toHaveBeenLastCalledWith("The store is open.");
});

test("a write is not acknowledged if the store's file is deleted before its commit", async () => {
  const { store, path } = await open(undefined, () => {});
  const written = store.write(async (query) => {
    await query`UPDATE write_probe SET writes = writes + 1`;
    rmSync(path);
  });
  await expect(written).rejects.toThrow("deleted");
});
