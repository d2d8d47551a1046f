import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { temporaryFolder } from "../../tests/support/server.ts";
import { openTestStore } from "../../tests/support/store.ts";
import { startDailyBackups } from "./daily-backup.ts";

function start(dataDir: string) {
  const log = { info: vi.fn(), error: vi.fn() };
  const settings = { databaseUrl: undefined, dataDir };
  const ages = startDailyBackups(settings, log, () => {}, { everyMs: 20 });
  expect(ages()).toEqual({});
  return { ages, log };
}

test("the site backs its store up once, and knows the age of the backup", async () => {
  const dataDir = temporaryFolder();
  await (await openTestStore(join(dataDir, "leads.db"))).close();
  const { ages, log } = start(dataDir);
  await vi.waitFor(
    () => expect(log.info).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("Backed up 0 leads to ")),
    30_000,
  );
  expect(ages().local).toBeLessThan(60);
  expect(readdirSync(join(dataDir, "backups"))).toEqual([expect.stringMatching(/Z\.db$/)]);
  expect(log.error).not.toHaveBeenCalled();
});

test("backups that cannot be listed stop nothing, and the attempt says why", async () => {
  const dataDir = temporaryFolder();
  writeFileSync(join(dataDir, "leads.db"), "");
  writeFileSync(join(dataDir, "backups"), "");
  const { ages, log } = start(dataDir);
  await vi.waitFor(
    () =>
      expect(log.error).toHaveBeenCalledExactlyOnceWith(
        { reason: expect.stringContaining(join(dataDir, "backups")) },
        "the daily backup failed",
      ),
    30_000,
  );
  expect(ages()).toEqual({ local: Infinity });
});

test("a backup that fails is tried again after an hour, and the team hears of it once", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const log = { info: vi.fn(), error: vi.fn() };
  const settings = { databaseUrl: undefined, dataDir: temporaryFolder() };
  const run = vi.fn((_folder: string, done: (error: Error, output: string) => void) =>
    done(new Error("full"), ""),
  );
  const tellTeam = vi.fn();
  startDailyBackups(settings, log, tellTeam, { run });
  vi.advanceTimersByTime(150 * 60_000);
  expect(run).toHaveBeenCalledTimes(3);
  expect(tellTeam.mock.calls).toEqual([["full"]]);
});
