/**
 * A thread with a connection of its own: waiting for the disk here does not hold up pages on the main thread. One
 * writes, and drains its queue: all writes that wait become one transaction. Another one only reads.
 *
 * An error that nobody expects ends the thread; the store then opens a new one.
 */
import { parentPort, workerData } from "node:worker_threads";
import { serveDatabase } from "./serve-database.ts";

if (!parentPort) throw new Error("worker.ts runs as a worker thread.");
serveDatabase(workerData, parentPort);
