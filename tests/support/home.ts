/** The variables of a process of its own: a build, and a new folder for its data. */
import { join } from "node:path";
import { writeBuild } from "./build.ts";
import { METRICS_KEY, PUBLIC_KEY, temporaryFolder } from "./server.ts";

export type Home = Record<string, string> & { DATA_DIR: string };

/** The keys that the requests of tests have. */
export const KEYS = { LEADS_PUBLIC_KEY: PUBLIC_KEY, METRICS_KEY };

export function newHome(changes: Record<string, string> = {}): Home {
  const folder = temporaryFolder();
  return { DATA_DIR: join(folder, "data"), TEST_DIST: writeBuild(folder), ...changes };
}
