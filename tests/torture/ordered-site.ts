/** A site that takes orders from inside: its clock is set, its threads end. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { startProcess, type RunningProcess } from "../fakes/process.ts";
import type { Environment } from "../outbox/environment.ts";

const INSIDE = join(import.meta.dirname, "inside.ts");

export type OrderedSite = RunningProcess & {
  /** @param ahead milliseconds between its clock and the real one */
  setClock: (ahead: number) => void;
  endThreads: () => void;
};

export async function startOrderedSite(env: Environment): Promise<OrderedSite> {
  const file = join(env.DATA_DIR, "..", "order");
  const inside = pathToFileURL(INSIDE);
  inside.searchParams.set("file", file);
  const site = await startProcess({ ...env, NODE_OPTIONS: `--import=${inside.href}` });
  const order = (text: string) => {
    writeFileSync(file, text);
    site.signal("SIGUSR2");
  };
  return { ...site, setClock: (ahead) => order(`clock ${ahead}`), endThreads: () => order("end") };
}
