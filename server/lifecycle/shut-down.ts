/** Shuts the process down without losing accepted work, on a signal or for a new start. */
import { Server as NetServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { SECOND_MS } from "../../contract/durations.ts";
import type { FastifyInstance } from "fastify";
import type { Worker } from "../deliveries/worker.ts";
import type { Database } from "../store/database.ts";

/** In this time, clients with open connections, above all a proxy, learn that the server stops. */
const DRAIN_MS = 500;
/** In this time, requests arrive that were sent before the server stopped listening. */
const SETTLE_MS = 150;
const ARRIVAL_MS = 2_000;
const GRACE_MS = 7_000;
export const HARD_STOP_MS = 9_500;
/** After the last request, running deliveries have this long to end. The rest is tried again. */
const WORKER_STOP_MS = 5_000;
/** The exit code by which a program asks its keeper for a new start: EX_TEMPFAIL of sysexits.h. */
export const START_AGAIN = 75;

/** On a signal: stops accepting, finishes requests, closes the store, exits with `exitCode`. */
export function closeOnSignal(
  app: FastifyInstance,
  store: Database,
  worker: Worker,
): void {
  let isClosing = false;

  app.addHook("onSend", (_request, reply, payload, done) => {
    if (isClosing) reply.header("connection", "close");
    done(null, payload);
  });

  async function close(): Promise<void> {
    // A program that does not listen yet has nothing to finish.
    if (!app.server.listening) process.exit();
    await whileConnected(app.server, DRAIN_MS);
    // Node's own close cuts off connections whose first request is arriving.
    NetServer.prototype.close.call(app.server);
    await whileConnected(app.server, SETTLE_MS);
    app.server.closeIdleConnections();
    // Node checks these limits every second, as server/app.ts sets.
    Object.assign(app.server, {
      headersTimeout: ARRIVAL_MS,
      requestTimeout: ARRIVAL_MS,
    });
    setTimeout(() => app.server.closeAllConnections(), GRACE_MS).unref();
    await whileConnected(app.server, ARRIVAL_MS + SECOND_MS);
    await Promise.all([app.close(), worker.stop(WORKER_STOP_MS)]);
    await store.close();
    process.exit();
  }

  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"])
    process.on(signal, () => {
      // Ctrl-C reaches a whole process group, and comes again from the parent.
      if (isClosing) return;
      isClosing = true;
      setTimeout(() => process.exit(1), HARD_STOP_MS).unref();
      close().catch((error: unknown) => {
        app.log.fatal({ err: error }, "the program could not be closed");
        process.exit(1);
      });
    });

  // A log without a reader or disk space must not keep the site from taking leads.
  for (const output of [process.stdout, process.stderr])
    output.on("error", () => {});

  // The site goes on. An end would cut off all other requests, and the same fault could end the
  // site again after each start.
  process.on("uncaughtException", (error, origin) =>
    app.log.fatal({ err: error }, origin),
  );
}

/** Ends as on a signal. The keeper (`npm start` or Docker) then starts the program again. */
export function startAgain(): void {
  process.exitCode = START_AGAIN;
  process.emit("SIGTERM");
}

async function whileConnected(
  server: NetServer,
  limitMs: number,
): Promise<void> {
  const until = performance.now() + limitMs;
  const count = promisify(server.getConnections.bind(server));
  while (performance.now() < until && (await count()) > 0) await wait(25);
}
