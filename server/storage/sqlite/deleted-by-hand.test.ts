import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { filledFile, someMigrations, usedTables } from "../../../tests/fakes/earlier-store.ts";
import { leadRow } from "../../../tests/fakes/leads.ts";
import { openDatabase } from "./open-database.ts";

const LATEST = 999;

/** A store from which somebody deleted a lead with the `sqlite3` program. */
function withoutLead(last: number): string {
  const file = filledFile(last);
  const byHand = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  byHand.exec(`DELETE FROM lead_submissions WHERE id = '${leadRow(0).id}'`);
  byHand.close();
  return file;
}

function open(file: string) {
  const told: string[] = [];
  const db = openDatabase(file, 50, (sentence) => told.push(sentence), someMigrations("sqlite", LATEST));
  onTestFinished(() => db.close());
  return { db, told };
}

test.each([2, LATEST])("remains of a lead deleted by hand are removed and reported (%s)", (last) => {
  const file = withoutLead(last);
  const { db, told } = open(file);
  expect(told[0]).toMatch(/^Removed the remaining rows of leads that were deleted by hand: /);
  for (const what of ["1 of idempotency_keys", "1 of lead_contexts", "2 of deliveries", "1 of lead_notes"])
    expect(told[0]).toContain(what);
  expect(db.prepare("SELECT * FROM pragma_foreign_key_check").all()).toEqual([]);
  const counts = usedTables.map(([{ name }]) => db.prepare(`SELECT count(*) AS n FROM ${name}`).get()?.["n"]);
  expect(counts).toEqual([19, 19, 19, 38, 0, 1, 19, 0, 0, 0]);
  expect(open(file).told).toEqual([]);
});

test("they stay while nothing can be written, and the store opens all the same", () => {
  const file = withoutLead(LATEST);
  const other = new DatabaseSync(file);
  other.exec("BEGIN IMMEDIATE");
  expect(open(file).told).toEqual([
    "Remaining rows of deleted leads could not be removed: the database is locked by another process.",
  ]);
  other.close();
  expect(open(file).told).toHaveLength(1);
});

test("rows that refer to something else, and that nothing would have deleted, are left alone", () => {
  const file = filledFile(LATEST);
  const byHand = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  byHand.exec(
    "CREATE TABLE calls (note_id TEXT REFERENCES lead_notes (id)); INSERT INTO calls VALUES ('gone')",
  );
  byHand.close();
  const { db, told } = open(file);
  expect(told).toEqual([]);
  expect(db.prepare("SELECT count(*) AS n FROM calls").get()).toEqual({ n: 1 });
});
