/** Shuts the process down on a signal, without losing accepted work. */

import { once } from "node:events";
import type { Server } from "node:http";
import { Server as NetServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import type { FastifyBaseLogger } from "fastify";
import { SECOND_MS } from "../../contract/durations.ts";

/**
 * In this time, requests arrive that were sent before the server stopped
 * listening, and clients with open connections, above all a proxy, learn of it.
 */
const DRAIN_MS = 500;
const ARRIVAL_MS = 2_000;
const GRACE_MS = 7_000;
export const HARD_STOP_MS = 9_500;
/**
 * After the last request, running deliveries have
 * this long to end. The rest is tried again.
 */
const WORKER_STOP_MS = 5_000;

interface Work {
  /**
   * Ends the work beside the requests. @param
   * budgetMs the time for deliveries under way
   */
  stop: (budgetMs: number) => Promise<void>;
  /** Closes what the requests and the work used. */
  release: () => Promise<void>;
}

/**
 * On a signal: stops accepting, finishes requests and deliveries, exits with 0.
 * @param ending says to others that the end has begun
 */
export function closeOnSignal(
  listener: Server,
  log: FastifyBaseLogger,
  ending: { hasBegun: boolean },
  work: Work,
): void {
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"])
    process.on(signal, () => {
      // Ctrl-C reaches a whole process group, and comes again from the parent.
      if (ending.hasBegun) return;
      ending.hasBegun = true;
      setTimeout(() => process.exit(1), HARD_STOP_MS).unref();
      close(listener, work).catch((error: unknown) => {
        log.fatal({ err: error }, "the program could not be closed");
        process.exit(1);
      });
    });

  // A log without a reader or disk space must
  // not keep the site from taking leads.
  for (const output of [process.stdout, process.stderr])
    output.on("error", () => {});

  // The site goes on. An end would cut off all other requests, and the same
  // fault could end the site again after each start.
  process.on("uncaughtException", (error, origin) =>
    log.fatal({ err: error }, origin),
  );
}

async function close(listener: Server, { stop, release }: Work): Promise<void> {
  // A program that does not listen yet has nothing to finish.
  if (!listener.listening) process.exit();
  const closed = once(listener, "close");
  // Node's own close cuts off connections whose first request is arriving.
  NetServer.prototype.close.call(listener);
  await whileConnected(listener, DRAIN_MS);
  listener.closeIdleConnections();
  // Node checks these limits every second, as server/http/listener.ts sets.
  Object.assign(listener, {
    headersTimeout: ARRIVAL_MS,
    requestTimeout: ARRIVAL_MS,
  });
  setTimeout(() => listener.closeAllConnections(), GRACE_MS).unref();
  await whileConnected(listener, ARRIVAL_MS + SECOND_MS);
  listener.closeIdleConnections();
  await Promise.all([closed, stop(WORKER_STOP_MS)]);
  await release();
  process.exit();
}

async function whileConnected(
  server: NetServer,
  limitMs: number,
): Promise<void> {
  const until = performance.now() + limitMs;
  const count = promisify(server.getConnections.bind(server));
  while (performance.now() < until && (await count()) > 0) await wait(25);
}
