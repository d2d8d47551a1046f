/** `npm run test:docker`, `test:systemd`, `test:supabase`, `test:lighthouse`, `torture`, `rehearsal`: tests with programs that `npm test` does not bring. */
import { spawnSync } from "node:child_process";
import { root } from "../../scripts/root.ts";
import { buildWhenStale } from "../../scripts/stale-build.ts";

buildWhenStale();
const words = ["run", "--config", "tests/opt-in/vitest.config.ts", "--root", ".", ...process.argv.slice(2)];
process.exitCode = spawnSync("vitest", words, { cwd: root, stdio: "inherit" }).status ?? 1;
