import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { LEADS_TABLE } from "../../contract/lead/lead.ts";
import { runHere } from "../support/command.ts";
import { LEAD } from "../support/leads.ts";
import {
  KEYS,
  newHome,
  startProcess,
  type RunningProcess,
} from "../support/process.ts";
import { sendRequest } from "../support/server.ts";
import { post } from "../wire/wire-request.ts";

export function home() {
  const env = newHome(KEYS);
  const backups = join(env.DATA_DIR, "backups");
  return {
    env,
    store: join(env.DATA_DIR, "leads.db"),
    run: (...args: string[]) => runHere(args, env),
    start: () => startProcess(env),
    backups: () => {
      const names = existsSync(backups) ? readdirSync(backups).toSorted() : [];
      return names.map((name) => join(backups, name));
    },
  };
}

export function leadsOf(file: string): { id: string; name: string }[] {
  const db = new DatabaseSync(file, { readOnly: true });
  const rows = db.prepare(`SELECT id, name FROM ${LEADS_TABLE}`).all();
  db.close();
  return rows.map(({ id, name }) => ({ id: String(id), name: String(name) }));
}

export function lose(store: string): void {
  for (const end of ["", "-wal", "-shm"]) rmSync(store + end, { force: true });
}

/** @returns the status of the answer */
export async function sendNamed(
  { port }: RunningProcess,
  name: string,
): Promise<number> {
  return (await sendRequest(port, post({ ...LEAD, name }))).status;
}
