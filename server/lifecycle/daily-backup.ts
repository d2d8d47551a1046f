/** A backup of the embedded store every day, by the command line: a process of its own takes nothing from the site. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { FastifyBaseLogger } from "fastify";
import { withEnv, type Env } from "../configuration/env.ts";
import { newestBackup } from "../storage/backups.ts";

const COMMAND_LINE = fileURLToPath(new URL("../../cli/main.ts", import.meta.url));
const CHECK_EVERY_MS = 10_000;
const DAY_S = 24 * 60 * 60;
const RETRY_AFTER_MS = 60 * 60 * 1000;

/**
 * Where leads are in PostgreSQL, or no backup is kept, it does nothing.
 *
 * @param checkEveryMs how often it looks for the newest backup.
 * @returns the seconds since the newest backup; undefined while there is none.
 */
export function startDailyBackups(
  { databaseUrl, dataDir, backupsKept }: Pick<Env, "databaseUrl" | "dataDir" | "backupsKept">,
  log: Pick<FastifyBaseLogger, "info" | "error">,
  checkEveryMs = CHECK_EVERY_MS,
): () => number | undefined {
  if (databaseUrl !== undefined || backupsKept === 0) return () => undefined;
  /** Undefined also while they cannot be listed: the backup that is then tried says why in the log. */
  const age = (): number | undefined => {
    const time = Date.now();
    try {
      const backup = newestBackup(dataDir, time);
      return backup && Math.round((time - backup.madeAt) / 1000);
    } catch {
      return undefined;
    }
  };
  let notBefore = 0;
  setInterval(() => {
    const seconds = age() ?? DAY_S;
    // Not by the clock: one that was set back would wait for as long.
    if (performance.now() < notBefore || seconds < DAY_S) return;
    notBefore = performance.now() + RETRY_AFTER_MS;
    const options = { env: withEnv({ DATA_DIR: dataDir }), timeout: RETRY_AFTER_MS };
    execFile(process.execPath, [COMMAND_LINE, "backup"], options, (error, _stdout, stderr) => {
      if (error) log.error({ reason: stderr.trim() || error.message }, "the daily backup failed");
      else log.info(stderr.trim());
    });
  }, checkEveryMs).unref();
  return age;
}
