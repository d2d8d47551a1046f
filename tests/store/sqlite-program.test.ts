/** A used store in other SQLites than Node's own: Debian's program reads and copies it. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../support/server.ts";
import { filledFile } from "../support/used-store.ts";
import { findProgram } from "../machine/programs.ts";

const program = findProgram("sqlite3");

test.skipIf(program === undefined)("Debian's sqlite3 finds nothing wrong, and a dump has every row", () => {
  const sqlite = (file: string, command: string, input = "") =>
    execFileSync(program ?? "", ["-bail", file, command], { input, encoding: "utf8" }).trim();
  const file = filledFile();
  expect(sqlite(file, "PRAGMA integrity_check")).toBe("ok");
  const copy = join(temporaryFolder(), "copy.db");
  execFileSync(program ?? "", ["-bail", copy], { input: sqlite(file, ".dump") });
  expect(sqlite(copy, "SELECT count(*) FROM deliveries")).toBe("40");
  const tables = sqlite(file, "SELECT name FROM sqlite_schema WHERE type = 'table'").split("\n");
  for (const name of tables) {
    const rows = `SELECT count(*) FROM ${name}`;
    expect(sqlite(copy, rows), name).toBe(sqlite(file, rows));
  }
  expect(sqlite(copy, "PRAGMA integrity_check")).toBe("ok");
});
