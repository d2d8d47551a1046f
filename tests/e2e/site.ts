/** The built site on its own port, with its own store. */

import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { DIST } from "../../scripts/build/build-folder.ts";
import { root } from "../../scripts/root.ts";
import { withEnv } from "../../server/settings/env.ts";
import { keysPath } from "../../server/settings/secrets.ts";
import { newFolder } from "../machine/new-folder.ts";
import { startProgram } from "../machine/program.ts";

export type Site = Omit<Awaited<ReturnType<typeof openSite>>, "close">;

/** @param siteEnv environment variables beside the defaults */
export async function openSite(siteEnv: Record<string, string> = {}) {
  const dataDir = siteEnv["DATA_DIR"] ?? newFolder();
  const env = withEnv({
    PORT: "0",
    HOST: "127.0.0.1",
    DATA_DIR: dataDir,
    // Without a limit: the tests of a worker book more than forty calls a day.
    RATE_LIMIT_TOTAL_PER_MINUTE: "0",
    ...siteEnv,
  });
  const words = [process.execPath, join(root, "server", "main.ts")];
  const site = startProgram(words, { cwd: root, env });
  const { output } = site;
  const origin = await site.origin;
  if (origin === undefined)
    throw new Error(`The server ended with ${await site.exited}:\n${output()}`);
  // The server serves pages before it has opened its store.
  while (!(await fetch(`${origin}/readyz`)).ok) await sleep(20);
  return {
    origin,
    dataDir,
    keys: (): { publicKey: string } =>
      JSON.parse(readFileSync(keysPath(dataDir), "utf8")),
    /** What the server printed. */
    output,
    leads: (email?: string) => readLeads(join(dataDir, "leads.db"), email),
    kill: () => site.kill("SIGKILL"),
    /** @throws {Error} when the server ended before, or ends with an error */
    async close() {
      const code = await site.kill("SIGTERM");
      if (code !== 0)
        throw new Error(`The server ended with ${code}:\n${output()}`);
    },
  };
}

function readLeads(
  file: string,
  email: string | undefined,
): Record<string, unknown>[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return database
      .prepare(
        "select * from lead_submissions where email = coalesce(?, email) order by created_at, id",
      )
      .all(email ?? null);
  } finally {
    database.close();
  }
}

/** @param folder a `TEST_DIST` */
export function copyBuild(folder: string): void {
  for (const name of ["manifest.json", "program", "render", "site"])
    cpSync(join(DIST, name), join(folder, name), { recursive: true });
}
