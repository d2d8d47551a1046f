/**
 * `npm run test:docker`, `torture` and the like: tests with programs that `npm test` does not bring. Takes files after
 * `--`; `--write` saves the results of `torture` and `rehearsal`.
 */
import { spawnSync } from "node:child_process";
import { existsSync, renameSync, rmSync } from "node:fs";
import { parseArgs } from "node:util";
import { root } from "../../scripts/root.ts";
import { buildWhenStale } from "../../scripts/build/build-folder.ts";
import { PAGE, WRITTEN } from "../torture/reliability.ts";

buildWhenStale();
rmSync(WRITTEN, { force: true });
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: "boolean" } },
});
const [all = "", ...some] = positionals;
const files = some.length > 0 ? some : [all];
const words = ["run", "--config", "tests/opt-in/vitest.config.ts", "--root", ".", ...files];
process.exitCode = spawnSync("vitest", words, { cwd: root, stdio: "inherit" }).status ?? 1;
if (existsSync(WRITTEN)) {
  if (values.write) renameSync(WRITTEN, PAGE);
  else
    console.log(
      `${WRITTEN} has the results; \`npm run ${all} -- --write\` puts them into the documentation.`,
    );
}
