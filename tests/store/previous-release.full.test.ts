/**
 * The previous release on the schema of this one: its own tests pass there, and its command line works on rows that this one
 * wrote. Until a tag has a later migration, today's commit is the release, with a migration more and some of its tests.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { root } from "../../scripts/root.ts";
import { withEnv } from "../../server/settings/env.ts";
import { migrationSets, readMigrations } from "../../server/store/migrations.ts";
import { migrate } from "../../server/store/postgres/migrate.ts";
import { openDatabase } from "../../server/store/sqlite/open-database.ts";
import { runCommand } from "../support/command-line.ts";
import { writeBuild } from "../support/build.ts";
import { addMigration } from "../support/later-version.ts";
import { fillStore, usedTables } from "../support/used-store.ts";
import { newFolder } from "../machine/new-folder.ts";
import { testAtPlace } from "./contract/stores.ts";

const STORES = ["sqlite", "postgres"] as const;
/** Its own tests of everything that a store does. Milliseconds. */
const TIMEOUT_MS = 600_000;

const git = (...words: string[]) => spawnSync("git", words, { cwd: root, encoding: "utf8" }).stdout.trim();

const folderIn = (program: string, store: (typeof STORES)[number]) =>
  pathToFileURL(join(program, "server/store", store, "/"));

const migrationsIn = (program: string, store: (typeof STORES)[number]) =>
  readMigrations(new URL("migrations/", folderIn(program, store)));

/** @returns the folder of a commit's program */
function checkOut(commit: string): string {
  const folder = newFolder();
  execFileSync("sh", ["-ec", 'git archive "$0" | tar -x -C "$1"', commit, folder], { cwd: root });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  return folder;
}

let isStandIn = false;

/** @returns the program of the previous release, with the migrations that came after it */
function previousRelease(): string {
  const tag = git("describe", "--tags", "--match", "v*", "--abbrev=0");
  const released = tag && checkOut(tag);
  const later = STORES.flatMap((store) => {
    const known = released ? migrationsIn(released, store) : [];
    return migrationsIn(root, store).filter(
      ({ name }) => !known.some((migration) => migration.name === name),
    );
  });
  if (!released || later.length === 0) {
    const program = checkOut("HEAD");
    addMigration(program);
    isStandIn = true;
    return program;
  }
  for (const store of STORES)
    for (const { name } of migrationsIn(root, store)) {
      const [from, to] = [root, released].map(
        (program) => new URL(`migrations/${name}`, folderIn(program, store)),
      );
      if (!from || !to) throw new Error("A folder is missing.");
      // An applied migration never changes.
      if (existsSync(to)) expect(readFileSync(to, "utf8")).toBe(readFileSync(from, "utf8"));
      copyFileSync(from, to);
    }
  return released;
}

const previous = existsSync(join(root, ".git")) ? previousRelease() : "";

describe.skipIf(previous === "")("the previous release", () => {
  test(
    "its own tests of both stores pass on the schema of this one",
    () => {
      const program = join(previous, "node_modules/vitest/vitest.mjs");
      const tests = isStandIn ? ["inserting", "booking", "history", "removing", "delivering"] : [""];
      const files = tests.map((name) => `tests/store/contract/${name}`);
      const { status, stdout } = spawnSync(
        process.execPath,
        [program, "run", "--reporter=verbose", ...files],
        { cwd: previous, env: withEnv({ NO_COLOR: "1" }), encoding: "utf8" },
      );
      expect({ status, failed: stdout.match(/^.*FAIL.*$/gm) }).toEqual({ status: 0, failed: null });
      expect(stdout).toMatch(/on SQLite/);
    },
    TIMEOUT_MS,
  );

  testAtPlace("its command line works on rows that this one wrote", async (place) => {
    const { dataDir, databaseUrl: url } = place;
    if (url === undefined)
      openDatabase(
        join(dataDir, "leads.db"),
        100,
        () => {},
        migrationSets(folderIn(previous, "sqlite")),
      ).close();
    else await migrate(url, 5_000, migrationSets(folderIn(previous, "postgres")));
    await fillStore(place);
    const built = { DATA_DIR: dataDir, TEST_DIST: writeBuild(newFolder()) };
    const env = { ...withEnv(built), ...(url !== undefined && { DATABASE_URL: url }) };
    const leads = (...words: string[]) => runCommand(words, env, "", join(previous, "cli/main.ts"));
    const [id = ""] = usedTables[0]?.[1].map((lead) => String(lead["id"])) ?? [];
    for (const words of [
      ["show", id],
      ["erase", "--email", "visitor7@sample.co", "--yes"],
    ])
      expect([words[0], await leads(...words)]).toMatchObject([words[0], { code: 0 }]);
    const { stdout } = await leads("list", "--show", "all", "--json");
    expect(JSON.parse(stdout)).toMatchObject({ total: 19 });
    expect(stdout).not.toContain("visitor7@");
  });
});
