import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../tests/support/server.ts";
import {
  pendingMigrations,
  readMigrations,
  type MigrationSet,
} from "./migrations.ts";

function folderWith(...names: string[]): URL {
  const folder = join(temporaryFolder(), "migrations");
  mkdirSync(folder);
  for (const name of names) writeFileSync(join(folder, name), `-- ${name}\n`);
  return pathToFileURL(`${folder}/`);
}

function setWith(...names: string[]): MigrationSet {
  return { folder: folderWith(...names), table: "applied" };
}

test("migrations are read in the order of their numbers, and need no folder", () => {
  const names = ["001-leads.sql", "002-outbox.sql"];
  expect(readMigrations(folderWith(...names.toReversed()))).toMatchObject([
    { number: 1, name: names[0], sql: "-- 001-leads.sql\n" },
    { number: 2, name: names[1] },
  ]);
  expect(readMigrations(new URL("missing/", folderWith()))).toEqual([]);
});

test.each([
  "001-a.sql 003-b.sql",
  "001-a.sql 001-b.sql",
  "1-a.sql",
  "001-a.sql notes.txt",
])("migrations are refused in a folder with %s", (names) => {
  expect(() => readMigrations(folderWith(...names.split(" ")))).toThrow(
    "is not migration number",
  );
});

test("migrations are pending until applied, and those of a newer release are left alone", () => {
  const set = setWith("001-a.sql", "002-b.sql");
  const known = readMigrations(
    folderWith("001-a.sql", "002-b.sql", "003-c.sql"),
  );
  const names = (applied: number) =>
    pendingMigrations(set, known.slice(0, applied)).map(({ name }) => name);
  expect([0, 1, 2, 3].map(names)).toEqual([
    ["001-a.sql", "002-b.sql"],
    ["002-b.sql"],
    [],
    [],
  ]);
});

test("a migration that changed after it was applied, or has the number of another, is refused", () => {
  const set = setWith("001-a.sql");
  const [{ checksum } = expect.fail()] = readMigrations(set.folder);
  for (const applied of [
    { name: "001-a.sql", checksum: "00" },
    { name: "001-phone.sql", checksum },
  ])
    expect(() => pendingMigrations(set, [{ number: 1, ...applied }])).toThrow(
      `001-a.sql is not the file that was applied as ${applied.name}. Restore it.`,
    );
});
