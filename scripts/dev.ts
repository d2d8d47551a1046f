/** `npm run dev`: the site from source. Restarts its process when the server's own files change. */
import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { endWithStarter } from "./end-with-starter.ts";
import { root } from "./root.ts";

const AGAIN = 75;

let server: ChildProcess;
start();
checkTypes();
endWithStarter();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => server.kill("SIGTERM"));

function start(): void {
  server = spawn(process.execPath, [join("scripts", "dev", "server.ts"), String(AGAIN)], {
    cwd: root,
    stdio: "inherit",
  });
  server.once("exit", (code) => (code === AGAIN ? start() : process.exit(code ?? 1)));
}

/** Vite only removes types, so a compiler beside it names those that do not fit, after each change. */
function checkTypes(): void {
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
