import { once } from "node:events";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Worker } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../../tests/support/server.ts";
import { copyDatabase } from "./copies.ts";
import { openDatabase } from "./open-database.ts";

/**
 * Locks a store, as SQLite does while the first
 * process opens the store or the last one closes it.
 */
const LOCKED = `
  const { parentPort, workerData } = require("node:worker_threads");
  const db = new (require("node:sqlite").DatabaseSync)(workerData.path);
  db.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
  parentPort.postMessage("locked");
  Atomics.wait(workerData.ending, 0, 0);
  setTimeout(() => db.close(), 100);
`;

test("a copy has its name once it is complete, so nobody takes half of it for the whole", () => {
  const folder = temporaryFolder();
  const path = join(folder, "leads.db");
  openDatabase(path, 100).close();
  const fail = () => {
    throw new Error("The words could not be added.");
  };
  expect(() => copyDatabase(path, `${path}.copy`, fail)).toThrow("The words");
  const left = readdirSync(folder).filter((name) => /copy|part/.test(name));
  expect(left).toEqual([]);
});

test("a copy waits for a process that opens or closes the store", async () => {
  const path = join(temporaryFolder(), "leads.db");
  openDatabase(path, 100).close();
  const ending = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(LOCKED, {
    eval: true,
    workerData: { path, ending },
  });
  onTestFinished(() => void worker.terminate());
  await once(worker, "message");
  const read = () =>
    new DatabaseSync(path, { readOnly: true }).exec(
      "SELECT * FROM sqlite_schema",
    );
  expect(read).toThrow("database is locked");
  Atomics.store(ending, 0, 1);
  Atomics.notify(ending, 0);
  copyDatabase(path, `${path}.copy`);
  expect(statSync(`${path}.copy`).mode & 0o777).toBe(0o600);
});
