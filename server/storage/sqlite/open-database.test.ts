import { execFile } from "node:child_process";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { someMigrations } from "../../../tests/fakes/earlier-store.ts";
import { OUR_COLUMNS } from "../../../tests/fakes/leads.ts";
import { temporaryFolder } from "../../../tests/fakes/server.ts";
import { readMigrations } from "../migrations.ts";
import { openDatabase } from "./open-database.ts";

const ignore = () => {};
const path = () => join(temporaryFolder(), "leads.db");

describe("opening the database", () => {
  test("makes it durable every time, whichever program opened it before", () => {
    const file = path();
    openDatabase(file, 100, ignore).close();
    const other = new DatabaseSync(file);
    other.exec("PRAGMA journal_mode = DELETE");
    other.close();
    const db = openDatabase(file, 100, ignore);
    expect(db.prepare("PRAGMA journal_mode").get()).toEqual({ journal_mode: "wal" });
    expect(db.prepare("PRAGMA synchronous").get()).toEqual({ synchronous: 2 });
    expect(db.prepare("PRAGMA foreign_keys").get()).toEqual({ foreign_keys: 1 });
    db.close();
  });

  test("applies each migration once, also for concurrent starts", async () => {
    const file = path();
    const module = new URL("./open-database.ts", import.meta.url).href;
    const script = `import { openDatabase } from ${JSON.stringify(module)};
      openDatabase(${JSON.stringify(file)}, 10_000, () => {}).close();`;
    const run = promisify(execFile);
    await Promise.all(
      Array.from({ length: 5 }, () => run(process.execPath, ["--input-type=module", "-e", script])),
    );
    const db = openDatabase(file, 100, ignore);
    const names = readMigrations(new URL("migrations/", import.meta.url)).map(({ name }) => ({ name }));
    expect(db.prepare("SELECT name FROM schema_migrations").all()).toEqual(names);
    expect(db.prepare("SELECT count(*) AS n FROM write_probe").get()).toEqual({ n: 1 });
    db.close();
  });

  test.each([
    [
      "a changed migration",
      "UPDATE schema_migrations SET checksum = 'other'",
      /was changed after it was applied/,
    ],
    [
      "a newer schema",
      "INSERT INTO schema_migrations VALUES (999, '999-new.sql', 'x', 'x')",
      /Run a newer version/,
    ],
  ])("refuses %s", (_name, sql, message) => {
    const file = path();
    const db = openDatabase(file, 100, ignore);
    db.exec(sql);
    db.close();
    expect(() => openDatabase(file, 100, ignore)).toThrow(message);
  });

  test("has only the specified columns in the table of leads, plus the id and the time", () => {
    const db = openDatabase(path(), 100, ignore, someMigrations("sqlite", 999));
    const columns = db.prepare("SELECT name FROM pragma_table_info('lead_submissions')").all();
    expect(columns.map(({ name }) => name)).toEqual(["id", "created_at", ...OUR_COLUMNS]);
    db.close();
  });
});
