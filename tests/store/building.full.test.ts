/** Builds while other processes start, as when site and worker are started together after an update. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { withEnv } from "../../server/settings/env.ts";
import { loadBuiltSite } from "../../server/http/built-site.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

test("two builds at once succeed, and a whole site is always there", { timeout: 120_000 }, async () => {
  const over = new AbortController();
  const builds = Promise.all([build(), build()]).finally(() => over.abort());
  let loaded = 0;
  while (!over.signal.aborted) {
    const { pages } = await loadBuiltSite(join(ROOT, "dist"), "a-public-key");
    expect(pages.size).toBeGreaterThan(1);
    loaded++;
    await sleep(50);
  }
  expect(await builds).toEqual([0, 0]);
  expect(loaded).toBeGreaterThan(3);
});

async function build(): Promise<unknown> {
  const child = spawn(process.execPath, [join("scripts", "build.ts")], {
    cwd: ROOT,
    env: withEnv({ NODE_ENV: "development" }),
    stdio: "ignore",
  });
  const [code] = await once(child, "exit");
  return code;
}
