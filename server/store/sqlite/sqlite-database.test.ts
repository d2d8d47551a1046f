import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { readAll } from "../../../tests/store/contract/rows.ts";
import { LEAD, leadRow } from "../../../tests/support/leads.ts";
import { temporaryFolder } from "../../../tests/support/server.ts";
import { insertLeads } from "../../leads/insert-leads.ts";
import { createReadiness } from "../../leads/readiness.ts";
import { countOf, type Query } from "../query.ts";
import { sql } from "../sql.ts";
import type { Insert } from "../store.ts";
import { openDatabase } from "./open-database.ts";
import { createSqliteDatabase } from "./sqlite-database.ts";
import { watchFile } from "./watched-file.ts";

const ignore = () => {};

function open() {
  const path = join(temporaryFolder(), "leads.db");
  const writer = openDatabase(path, 100);
  const file = watchFile(writer, path, ignore, ignore);
  const database = createSqliteDatabase(
    writer,
    new DatabaseSync(path, { readOnly: true }),
    file,
    100,
  );
  onTestFinished(() => database.close());
  return {
    db: writer,
    database,
    insertAll: (inserts: Insert[]) =>
      Promise.all(inserts.map((one) => insertLeads(database, one))),
    read: () => readAll(database),
    probe: () => createReadiness(database, ignore)(),
  };
}

const lead = (number: number, problems = LEAD.problems) => ({
  rows: [leadRow(number, { problems })],
});

test("a full disk refuses the whole transaction, and stores the next transaction that fits", async () => {
  const { db, insertAll, read } = open();
  const pages = Number(db.prepare("PRAGMA page_count").get()?.["page_count"]);
  db.exec(`PRAGMA max_page_count = ${pages + 1}`);
  const inserts = Array.from({ length: 300 }, (_, number) =>
    lead(number, "x".repeat(9_000)),
  );
  expect(await insertAll(inserts)).toMatchObject(
    inserts.map(() => ({ reason: "the disk is full" })),
  );
  expect(await read()).toEqual([]);
  db.exec("PRAGMA max_page_count = 1000000");
  expect(await insertAll(inserts)).toMatchObject(
    inserts.map(() => ({ kind: "stored" })),
  );
});

test("a read-only database says so, is not ready, and can still be read", async () => {
  const { db, insertAll, read, probe } = open();
  await insertAll([lead(1)]);
  expect(await probe()).toBeUndefined();
  db.exec("PRAGMA query_only = 1");
  const fault = {
    kind: "unavailable",
    reason: "the database cannot be written to",
  };
  expect(await insertAll([lead(2)])).toMatchObject([fault]);
  expect(await probe()).toBe(fault.reason);
  expect(await read()).toEqual(lead(1).rows);
});

test("the store is not ready while one of the tables of a lead cannot be written", async () => {
  const { db, insertAll, probe } = open();
  await insertAll([lead(1)]);
  db.exec(
    "CREATE TRIGGER closed BEFORE INSERT ON deliveries BEGIN SELECT RAISE(ABORT, 'closed by the test'); END",
  );
  expect(await probe()).toBe("the program failed, and the log says why");
  db.exec("DROP TRIGGER closed");
  expect(await probe()).toBeUndefined();
});

test("an error of the program refuses its lead alone, and leaves no transaction open", async () => {
  const { db, database, insertAll, read } = open();
  // The lead was inserted before its key failed, so it must be taken back.
  db.exec(
    "CREATE TRIGGER closed BEFORE INSERT ON idempotency_keys BEGIN SELECT RAISE(ABORT, 'odd'); END",
  );
  const usedAt = "2026-11-20T12:00:00.000Z";
  const idempotency = { key: "k", fingerprint: "f", usedAt };
  const stored = insertAll([lead(1)]);
  await expect(
    insertLeads(database, { ...lead(2), idempotency }),
  ).rejects.toThrow("odd");
  expect(await stored).toEqual([
    { kind: "stored", rows: lead(1).rows, repeated: false },
  ]);
  expect(db.isTransaction).toBe(false);
  expect(await read()).toEqual(lead(1).rows);
});

test("a read cannot write, and sees one moment even while others write", async () => {
  const { database, insertAll } = open();
  const count = (query: Query) => countOf(query, sql`lead_submissions`);
  const read = database.read(async (query) => {
    const before = await count(query);
    await insertAll([lead(1), lead(2)]);
    return [before, await count(query)];
  });
  expect(await read).toEqual([0, 0]);
  expect(await database.read(count)).toBe(2);
  const written = database.read((query) => query`DELETE FROM lead_submissions`);
  await expect(written).rejects.toMatchObject({
    reason: "the database cannot be written to",
  });
});

test.runIf(process.platform === "linux")(
  "a process that opens a store again keeps its locks on it",
  () => {
    const path = join(temporaryFolder(), "leads.db");
    const openFile = () => openDatabase(path, 100);
    const first = openFile();
    using reader = new DatabaseSync(path, { readOnly: true });
    reader.exec("SELECT * FROM lead_submissions");
    first.close();
    const file = `:${statSync(path).ino} `;
    const locks = () =>
      readFileSync("/proc/locks", "utf8")
        .split("\n")
        .filter((line) => line.includes(file));
    const before = locks().length;
    using again = openFile();
    expect([again.isOpen, locks().length]).toEqual([true, before]);
  },
);
