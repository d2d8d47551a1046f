import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../tests/fakes/server.ts";
import { pendingMigrations, readMigrations } from "./migrations.ts";

function folderWith(...names: string[]): URL {
  const folder = join(temporaryFolder(), "migrations");
  mkdirSync(folder);
  for (const name of names) writeFileSync(join(folder, name), `-- ${name}\n`);
  return pathToFileURL(`${folder}/`);
}

describe("migrations", () => {
  test("are read in the order of their numbers", () => {
    const names = ["001-leads.sql", "002-outbox.sql"];
    expect(readMigrations(folderWith(...names.toReversed()))).toMatchObject([
      {
        number: 1,
        name: names[0],
        sql: "-- 001-leads.sql\n",
        checksum: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
      { number: 2, name: names[1] },
    ]);
  });

  test.each([
    ["001-a.sql", "003-b.sql"],
    ["001-a.sql", "001-b.sql"],
    ["1-a.sql"],
    ["001-a.sql", "notes.txt"],
  ])("of a folder with %s are not guessed at", (...names) => {
    expect(() => readMigrations(folderWith(...names))).toThrow(/is not the migration that comes as number/);
  });

  test("are pending until they are applied", () => {
    const known = readMigrations(folderWith("001-a.sql", "002-b.sql"));
    expect(pendingMigrations(known, [])).toEqual(known);
    expect(pendingMigrations(known, known.slice(0, 1))).toEqual(known.slice(1));
    expect(pendingMigrations(known, known)).toEqual([]);
  });

  test("that were changed after they were applied, or come from a newer version, stop the start", () => {
    const known = readMigrations(folderWith("001-a.sql"));
    const [applied] = known;
    expect(() => pendingMigrations(known, [{ number: 1, name: "001-a.sql", checksum: "00" }])).toThrow(
      "The migration 001-a.sql was changed after it was applied.",
    );
    expect(() => pendingMigrations([], applied ? [applied] : [])).toThrow(/Run a newer version/);
  });
});
