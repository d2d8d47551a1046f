/** Loaded into the site before its own code (`node --import`): SIGUSR2 runs the order in a file. */
import { readFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import threads, { isMainThread, type Worker } from "node:worker_threads";

const running = new Set<Worker>();

threads.Worker = class extends threads.Worker {
  constructor(...given: ConstructorParameters<typeof Worker>) {
    super(...given);
    running.add(this);
    this.once("exit", () => running.delete(this));
  }
};
syncBuiltinESMExports();

let ahead = 0;
const now = Date.now.bind(Date);
Date.now = () => now() + ahead;

if (isMainThread) {
  process.on("SIGUSR2", () => {
    const [order, value] = readFileSync(
      new URL(import.meta.url).searchParams.get("file") ?? "",
      "utf8",
    ).split(" ");
    if (order === "clock") ahead = Number(value);
    else for (const thread of running) void thread.terminate();
  });
}
