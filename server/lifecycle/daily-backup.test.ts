import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { temporaryFolder } from "../../tests/fakes/server.ts";
import { openTestStore } from "../../tests/fakes/store.ts";
import { startDailyBackups } from "./daily-backup.ts";

test("the site backs its store up by itself, once, and knows how old the backup is", async () => {
  const dataDir = temporaryFolder();
  await (await openTestStore(join(dataDir, "leads.db"))).close();
  const log = { info: vi.fn(), error: vi.fn() };
  const age = startDailyBackups({ databaseUrl: undefined, dataDir, backupsKept: 14 }, log, 20);
  expect(age()).toBeUndefined();
  await vi.waitFor(
    () => expect(log.info).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("Backed up 0 leads to ")),
    30_000,
  );
  expect(age()).toBeLessThan(60);
  expect(readdirSync(join(dataDir, "backups"))).toEqual([expect.stringMatching(/Z\.db$/)]);
  expect(log.error).not.toHaveBeenCalled();
});

test("backups that cannot be listed end nothing: the one that is tried says why", async () => {
  const dataDir = temporaryFolder();
  writeFileSync(join(dataDir, "leads.db"), "");
  writeFileSync(join(dataDir, "backups"), "");
  const log = { info: vi.fn(), error: vi.fn() };
  const age = startDailyBackups({ databaseUrl: undefined, dataDir, backupsKept: 14 }, log, 20);
  expect(age()).toBeUndefined();
  await vi.waitFor(
    () =>
      expect(log.error).toHaveBeenCalledExactlyOnceWith(
        { reason: expect.stringContaining(join(dataDir, "backups")) },
        "the daily backup failed",
      ),
    30_000,
  );
});
