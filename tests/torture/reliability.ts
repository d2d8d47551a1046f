/** Writes docs/reliability.md from what the tests of `npm run torture` told, once all of them have run. */
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, release, totalmem, type as system } from "node:os";
import { join } from "node:path";
import type { Reporter, TestCase, TestModule } from "vitest/node";
import { root } from "../../scripts/root.ts";

const PAGE = join(root, "docs", "reliability.md");
const ROWS = /(<!-- written by `npm run torture` -->\n).*$/s;

export class Reliability implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const ran = modules.filter(({ moduleId }) => moduleId.includes("/tests/torture/"));
    if (ran.length < globSync(join(root, "tests/torture/*.test.ts")).length) return;
    const tests = ran
      .toSorted((a, b) => (a.moduleId < b.moduleId ? -1 : 1))
      .flatMap(({ children }) => [...children.allTests()]);
    const took = ran.reduce((sum, module) => sum + module.diagnostic().duration, 0);
    const lines = [
      `On ${new Date().toISOString().slice(0, 10)}, in ${Math.round(took / 60_000)} minutes, on ${machine()}:`,
      "",
      "| fault | how often | result |",
      "|---|---|---|",
      ...tests.map(row),
      "",
    ];
    writeFileSync(PAGE, readFileSync(PAGE, "utf8").replace(ROWS, `$1\n${lines.join("\n")}`));
  }
}

function row(test: TestCase): string {
  const { torture } = test.meta();
  const { state } = test.result();
  const cells =
    torture && state === "passed"
      ? [torture.fault, torture.times, torture.result]
      : [test.name, "", `**${state}**`];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

function machine(): string {
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} cores (${cpus()[0]?.model ?? "?"}), ${memory} GB, ${system()} ${release()}, Node ${process.versions.node}`;
}
