/**
 * Functions that several commands use, and
 * the class of the commands about leads.
 */

import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { Command } from "commander";
import { moment } from "../contract/locale/times.ts";
import { readEnv, type Env } from "../server/settings/env.ts";
import { statOf } from "../server/settings/files-in.ts";
import { OperatorError } from "../server/settings/operator-error.ts";
import type { Database } from "../server/store/database.ts";
import { openStore, sqlitePath } from "../server/store/open-store.ts";

export function shownMoment(iso: string, timeZone: string): string {
  return moment(iso, { now: Date.now(), timeZone }, { tag: "en-US" });
}

/**
 * @throws {OperatorError} if the file exists, because
 * it may be the only copy of its data, or if its folder
 * does not, because it may be a disk that is not there
 */
export function refuseUnlessNew(file: string): void {
  if (["", "-"].includes(file)) throw new OperatorError("Name a file.");
  if (existsSync(file))
    throw new OperatorError(`${file} already exists. Name another file.`);
  const folder = dirname(file);
  if (!existsSync(folder))
    throw new OperatorError(
      `There is no folder ${folder}. Make it, or mount its disk.`,
    );
}

/** `1 lead`, `2,000 leads`. */
export function counted(
  count: number,
  singular: string,
  plural = `${singular}s`,
): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? singular : plural}`;
}

export interface OpenedStore {
  env: Env;
  store: Database;
}

type Arguments = Parameters<Parameters<Command["action"]>[0]>;

export class LeadsCommand extends Command {
  /**
   * The list of commands shows only `sentence`. The
   * command's help shows `sentence` and `more`.
   */
  about(sentence: string, more = ""): this {
    return this.summary(sentence).description(`${sentence} ${more}`.trim());
  }

  /**
   * Runs the command on an existing store, even while the site uses the store.
   */
  work(run: (opened: OpenedStore, ...args: Arguments) => Promise<void>): this {
    return this.action(async (...args) => {
      const env = readEnv();
      const path = sqlitePath(env.dataDir);
      if (env.databaseUrl === undefined && !statOf(path))
        throw new OperatorError(
          `There is no store at ${path}. Start the site once, or set DATA_DIR or DATABASE_URL.`,
        );
      const store = await openStore(env, console.error);
      try {
        await run({ env, store }, ...args);
      } finally {
        await store.close();
      }
    });
  }
}
