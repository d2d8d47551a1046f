/** `npm run test:docker`, `torture` and the like: tests with programs that `npm test` does not bring. Files after `--`. */
import { spawnSync } from "node:child_process";
import { root } from "../../scripts/root.ts";
import { buildWhenStale } from "../../scripts/stale-build.ts";

buildWhenStale();
const [all = "", ...some] = process.argv.slice(2);
const files = some.length > 0 ? some : [all];
const words = ["run", "--config", "tests/opt-in/vitest.config.ts", "--root", ".", ...files];
process.exitCode = spawnSync("vitest", words, { cwd: root, stdio: "inherit" }).status ?? 1;
