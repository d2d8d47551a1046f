/** SQLite on a file of the test. */
import { openSqliteStore } from "../../server/store/sqlite/sqlite-database.ts";
import type { Database } from "../../server/store/database.ts";
import { createReadiness } from "../../server/leads/readiness.ts";
import { onTestFinished, type MockInstance } from "vitest";

export function openTestStore(path: string, log: (sentence: string) => void = fail): Promise<Database> {
  return openSqliteStore({ path, log });
}

/** Why the store takes no lead now; undefined when it does. */
export function faultOf(
  store: Database,
  log: (sentence: string) => void = fail,
): Promise<string | undefined> {
  return createReadiness(store, log).fault();
}

/** Replaces a statement until the end of the test. @param instead goes on to the original, or not @returns ends that */
export function intercept<Input, Output>(
  original: (db: Database, input: Input) => Promise<Output>,
  spy: MockInstance<(db: Database, input: Input) => Promise<Output>>,
  instead: (goOn: () => Promise<Output>, input: Input) => Promise<Output>,
): () => void {
  spy.mockImplementation((db, input) => instead(() => original(db, input), input));
  const restore = () => spy.mockRestore();
  onTestFinished(restore);
  return restore;
}

function fail(sentence: string): never {
  throw new Error(sentence);
}
