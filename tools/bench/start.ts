/** How long a release takes from its start to its first answer, with rendered content of its own. */
import { execFileSync } from "node:child_process";
import { appendFileSync, cpSync, globSync } from "node:fs";
import { join } from "node:path";
import { SAMPLE_CONTENT } from "../../server/configuration/env.ts";
import { newFolder } from "../../tests/machine/new-folder.ts";
import { root } from "../../scripts/root.ts";
import { startOurs } from "./servers.ts";

const ROUNDS = 7;

/** @returns milliseconds: of the start that renders, and the median of those after it */
export async function measureStart(): Promise<{ rendering: number; ms: number }> {
  const folder = newFolder();
  execFileSync(process.execPath, [join(root, "scripts/release.ts"), folder], { stdio: "ignore" });
  const [archive = ""] = globSync("*.tar.gz", { cwd: folder });
  execFileSync("tar", ["-xzf", join(folder, archive), "--strip-components=1", "-C", folder]);
  const contentDir = newFolder();
  cpSync(SAMPLE_CONTENT, contentDir, { recursive: true });
  appendFileSync(join(contentDir, "site.yaml"), "\n# An own folder.\n");
  const env = { CONTENT_DIR: contentDir, NODE_COMPILE_CACHE: newFolder() };
  const dataDir = newFolder();
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const begin = performance.now();
    const release = await startOurs(env, dataDir, join(folder, "bin/nightshift"), ["start"], "/");
    times.push(performance.now() - begin);
    await release.stop();
  }
  const [rendering = 0, ...others] = times;
  return { rendering, ms: others.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0 };
}
