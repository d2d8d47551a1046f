/** SQLite in the test's thread: two threads take 95 ms to start, this 8 ms. */
import { EventEmitter } from "node:events";
import { MessageChannel } from "node:worker_threads";
import type { Thread, WorkerData } from "../../server/storage/sqlite/database-thread.ts";
import { serveDatabase } from "../../server/storage/sqlite/serve-database.ts";
import { openSqliteStore } from "../../server/storage/sqlite/sqlite-store.ts";
import type { Unavailable } from "../../server/storage/store.ts";
import type { Inputs, OperationName, Outputs, Store } from "../../server/storage/operations.ts";

export function openTestStore(path: string, log: (sentence: string) => void = fail): Promise<Store> {
  return openSqliteStore({ path, log, spawn: inThisThread });
}

/** Replaces one operation. @param instead receives the original as a function @returns ends that */
export function intercept<Name extends OperationName>(
  store: Pick<Store, "run">,
  name: Name,
  instead: (
    goOn: () => ReturnType<typeof store.run<Name>>,
    input: Inputs[Name],
  ) => Promise<Outputs[Name] | Unavailable>,
): () => void {
  const { run } = store;
  const replaced = (operation: OperationName, input: never) =>
    operation === name ? instead(() => run(name, input), input) : run(operation, input);
  Object.assign(store, { run: replaced });
  return () => void Object.assign(store, { run });
}

function inThisThread(data: WorkerData): Thread {
  const { port1, port2 } = new MessageChannel();
  serveDatabase(data, port2);
  const thread = new EventEmitter();
  port1.on("message", (message) => thread.emit("message", message));
  port1.on("close", () => thread.emit("exit"));
  return Object.assign(thread, { postMessage: (message: unknown) => port1.postMessage(message) });
}

function fail(sentence: string): never {
  throw new Error(sentence);
}
