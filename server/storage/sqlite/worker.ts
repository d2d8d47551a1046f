/** A thread with a connection: one drains its queue into transactions, one reads. An error ends it; another is opened. */
import { parentPort, workerData } from "node:worker_threads";
import { serveDatabase } from "./serve-database.ts";

if (!parentPort) throw new Error("worker.ts runs as a worker thread.");
serveDatabase(workerData, parentPort);
