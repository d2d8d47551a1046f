/** SQLite on a file of the test. */
import { openSqliteStore } from "../../server/storage/sqlite/sqlite-store.ts";
import type { Unavailable } from "../../server/storage/store.ts";
import type { Inputs, OperationName, Outputs, Store } from "../../server/storage/operations.ts";

export function openTestStore(path: string, log: (sentence: string) => void = fail): Promise<Store> {
  return openSqliteStore({ path, log });
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

function fail(sentence: string): never {
  throw new Error(sentence);
}
