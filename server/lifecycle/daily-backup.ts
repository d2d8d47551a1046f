/** A backup of the embedded store every day, by the command line: a process of its own takes nothing from the site. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { FastifyBaseLogger } from "fastify";
import type { Env } from "../configuration/env.ts";
import { backupsIn } from "../storage/backups.ts";

const COMMAND_LINE = fileURLToPath(new URL("../../cli/main.ts", import.meta.url));
const CHECK_EVERY_MS = 10_000;
const DAY_S = 24 * 60 * 60;
const RETRY_AFTER_MS = 60 * 60 * 1000;

/**
 * Where leads are in PostgreSQL, or no backup is kept, it does nothing.
 *
 * @returns the seconds since the newest backup; undefined while there is none.
 */
export function startDailyBackups(
  { databaseUrl, dataDir, backupsKept }: Pick<Env, "databaseUrl" | "dataDir" | "backupsKept">,
  log: () => Pick<FastifyBaseLogger, "info" | "error"> | undefined,
): () => number | undefined {
  if (databaseUrl !== undefined || backupsKept === 0) return () => undefined;
  const age = (): number | undefined => {
    const backup = backupsIn(dataDir).at(-1);
    return backup && Math.round((Date.now() - backup.madeAt) / 1000);
  };
  let notBefore = 0;
  setInterval(() => {
    const seconds = age() ?? DAY_S;
    // One of the future was made while the clock was wrong.
    if (Date.now() < notBefore || (seconds >= 0 && seconds < DAY_S)) return;
    notBefore = Date.now() + RETRY_AFTER_MS;
    execFile(process.execPath, [COMMAND_LINE, "backup"], (error, _printed, said) => {
      if (error) log()?.error({ reason: said.trim() || error.message }, "the daily backup failed");
      else log()?.info(said.trim());
    });
  }, CHECK_EVERY_MS).unref();
  return age;
}
