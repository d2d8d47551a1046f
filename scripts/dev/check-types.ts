/** Names types that do not fit, while `npm run dev` runs. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { root } from "../root.ts";

/** Vite only removes types, so a compiler runs beside it. */
export function checkTypes(): void {
  const compiler = spawn("tsc", ["--watch", "--preserveWatchOutput"], {
    cwd: root,
    stdio: ["ignore", "pipe", "ignore"],
    shell: process.platform === "win32",
  });
  process.once("exit", () => compiler.kill());
  let isWrong = false;
  createInterface(compiler.stdout).on("line", (line) => {
    isWrong ||= line.includes("error TS");
    if (isWrong && /error TS|Found \d/.test(line)) console.error(line);
    if (line.includes("Found 0")) isWrong = false;
  });
}
