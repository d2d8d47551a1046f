/** `npm run dev`: the site from source. Restarts its process when the server's own files change. */
import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { endWithStarter } from "./end-with-starter.ts";
import { root } from "./root.ts";

const AGAIN = 75;

let server: ChildProcess;
start();
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
