import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { HOUR_MS } from "../../contract/durations.ts";
import { temporaryFolder } from "../../tests/support/server.ts";
import { openTestStore } from "../../tests/support/store.ts";
import { backupPath } from "../store/backups.ts";
import { startDailyBackups } from "./daily-backup.ts";

const log = { info: vi.fn(), error: vi.fn() };

beforeEach(() => {
  vi.clearAllMocks();
  vi.useFakeTimers({ toFake: ["setInterval", "performance"] });
});

/**
 * Backs up with the real command line. @returns
 * the ages of the backups after `heard` was called
 */
async function backUp(dataDir: string, heard: typeof log.info) {
  const ages = startDailyBackups(
    { databaseUrl: undefined, dataDir },
    log,
    () => {},
  );
  expect(ages()).toEqual({});
  vi.advanceTimersByTime(60_000);
  await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce(), 30_000);
  return ages();
}

test("the site backs its store up once, and knows the age of the backup", async () => {
  const dataDir = temporaryFolder();
  await (await openTestStore(join(dataDir, "leads.db"))).close();
  const { local } = await backUp(dataDir, log.info);
  expect(log.info).toHaveBeenCalledWith(
    expect.stringContaining("Backed up 0 leads to "),
  );
  expect(local).toBeLessThan(60);
});

test("a site whose backup folder cannot be read runs, and logs why its backup failed", async () => {
  const dataDir = temporaryFolder();
  for (const name of ["leads.db", "backups"])
    writeFileSync(join(dataDir, name), "");
  expect(await backUp(dataDir, log.error)).toEqual({ local: Infinity });
  const about = { reason: expect.stringMatching(/^E\w+: .*backups/) };
  expect(log.error).toHaveBeenCalledWith(about, "the daily backup failed");
});

test("a backup that fails is tried again after an hour, and the team hears of it once, until one has worked", () => {
  const failures = [
    new Error("full"),
    new Error("full"),
    null,
    new Error("gone"),
  ];
  const run = vi.fn(
    (_folder: string, done: (error: Error | null, output: string) => void) =>
      done(failures.shift() ?? null, ""),
  );
  const tellTeam = vi.fn();
  const fresh = temporaryFolder();
  mkdirSync(join(fresh, "backups"));
  writeFileSync(backupPath(fresh, Date.now() - 23 * HOUR_MS), "");
  for (const [databaseUrl, dataDir] of [
    [undefined, temporaryFolder()],
    [undefined, fresh],
    ["postgres://db/leads", temporaryFolder()],
  ] as const)
    startDailyBackups({ databaseUrl, dataDir }, log, tellTeam, run);
  vi.advanceTimersByTime(210 * 60_000);
  expect(run).toHaveBeenCalledTimes(4);
  expect(tellTeam.mock.calls).toEqual([["full"], ["gone"]]);
});
