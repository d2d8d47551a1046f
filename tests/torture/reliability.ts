/** Writes docs/reliability.md with the results of `npm run torture`: replaces the rows of the files that ran. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, release, totalmem, type as system } from "node:os";
import { basename, dirname, join } from "node:path";
import type { Reporter, TestCase, TestModule } from "vitest/node";
import { root } from "../../scripts/root.ts";

/** `npm run torture -- --write` copies it over the page. */
export const WRITTEN = join(root, "test-results", "reliability.md");
export const PAGE = join(root, "docs", "reliability.md");
const MARK = "<!-- written by `npm run torture -- --write` -->\n";
/** A row, which begins with the name of its file. */
const ROW = /^\| ([a-z-]+) \| .*$/gm;

export class Reliability implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const ran = modules.filter(({ moduleId }) => moduleId.includes("/tests/torture/"));
    if (ran.length === 0) return;
    const [text = "", written = ""] = readFileSync(PAGE, "utf8").split(MARK);
    const names = new Set(ran.map(nameOf));
    const kept = [...written.matchAll(ROW)].filter(([, name = ""]) => name !== "file" && !names.has(name));
    const rows = ran.flatMap((module) =>
      Array.from(module.children.allTests(), (test) => row(nameOf(module), test)),
    );
    const lines = [
      `Written last on ${machine()}:`,
      "",
      "| file | fault | how often | result | when |",
      "|---|---|---|---|---|",
      ...[...kept.map(([line]) => line), ...rows].toSorted((a, b) => (a < b ? -1 : 1)),
      "",
    ];
    mkdirSync(dirname(WRITTEN), { recursive: true });
    writeFileSync(WRITTEN, `${text}${MARK}\n${lines.join("\n")}`);
  }
}

function nameOf({ moduleId }: TestModule): string {
  return basename(moduleId).replace(/\.(?:full|long)\.test\.ts$/, "");
}

function row(file: string, test: TestCase): string {
  const { fault, times, result } = test.meta().torture ?? { fault: test.name, times: "", result: "" };
  const { state } = test.result();
  const cells = [file, fault, times, state === "passed" ? result : `**${state}**`, today()];
  return `| ${cells.map((cell) => cell.replaceAll("|", String.raw`\|`).replaceAll("\n", " ")).join(" | ")} |`;
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

function machine(): string {
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} cores (${cpus()[0]?.model ?? "?"}), ${memory} GB, ${system()} ${release()}, Node ${process.versions.node}`;
}
