/**
 * Backs up the store every day, in a separate
 * process, so that the site stays fast.
 */

import { execFile } from "node:child_process";
import type { FastifyBaseLogger } from "fastify";
import { DAY_MS, HOUR_MS, SECOND_MS } from "../../contract/durations.ts";
import type { BackupAges } from "../../contract/inbox/backup-ages.ts";
import { withEnv, type Env } from "../settings/env.ts";
import { inProject } from "../settings/variables.ts";
import { backupAges } from "../store/backups.ts";

const COMMAND_LINE = inProject("cli/main.ts");
const CHECK_EVERY_MS = 10_000;
const DAY_S = DAY_MS / SECOND_MS;

/**
 * @param run runs the command line, and calls back
 * with its stderr, which also tells of success
 * @returns a function that reads the ages of the
 * newest backups; Infinity if none could be made
 */
export function startDailyBackups(
  env: Pick<Env, "databaseUrl" | "dataDir">,
  log: Pick<FastifyBaseLogger, "info" | "error">,
  tellTeam: (reason: string) => void,
  run = runCommand,
): () => BackupAges {
  let hasFailed = false;
  const ages = () => ({
    ...(hasFailed && { local: Infinity }),
    ...backupAges(env, Date.now()),
  });
  if (env.databaseUrl !== undefined) return ages;
  let notBefore = 0;
  setInterval(() => {
    const backupAge = ages().local ?? DAY_S;
    if (performance.now() < notBefore || backupAge < DAY_S) return;
    notBefore = performance.now() + HOUR_MS;
    run(env.dataDir, (error, output) => {
      if (error === null) log.info(output);
      else {
        const reason = output || error.message;
        log.error({ reason }, "the daily backup failed");
        if (!hasFailed) tellTeam(reason);
      }
      hasFailed = error !== null;
    });
  }, CHECK_EVERY_MS).unref();
  return ages;
}

function runCommand(
  dataDir: string,
  done: (error: Error | null, output: string) => void,
): void {
  const options = {
    env: withEnv({ DATA_DIR: dataDir }),
    timeout: HOUR_MS,
  };
  execFile(
    process.execPath,
    [COMMAND_LINE, "backup"],
    options,
    (error, _stdout, stderr) => done(error, stderr.trim()),
  );
}
