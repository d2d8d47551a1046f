/**
 * `npm run test:docker`, `test:systemd`, `test:supabase`, `test:lighthouse`, `torture`, `rehearsal`: tests with programs that
 * `npm test` does not bring. Names of files after `--` are run alone.
 */
import { spawnSync } from "node:child_process";
import { root } from "../../scripts/root.ts";
import { buildWhenStale } from "../../scripts/stale-build.ts";

buildWhenStale();
const [all = "", ...some] = process.argv.slice(2);
const files = some.length > 0 ? some : [all];
const words = ["run", "--config", "tests/opt-in/vitest.config.ts", "--root", ".", ...files];
process.exitCode = spawnSync("vitest", words, { cwd: root, stdio: "inherit" }).status ?? 1;
