/** Ends the process so that nothing that was accepted is lost: on a signal, and when something is badly wrong. */
import { Server as NetServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { Worker } from "../outbox/worker.ts";
import type { Store } from "../storage/operations.ts";

/** For clients that keep a connection, above all a proxy: its next answer says that it ends. Milliseconds. */
const DRAIN_MS = 500;
/** For what was sent on a connection before we stopped to listen. Milliseconds. */
const SETTLE_MS = 150;
/** After this, connections on which a request is still being sent are cut. Milliseconds. */
const GRACE_MS = 7_000;
/** After this the process ends whatever is left. Milliseconds. */
export const HARD_STOP_MS = 9_500;
/** For what the worker is sending; the rest of the time is for giving back what it could not. Milliseconds. */
export const WORKER_STOP_MS = 6_000;
/** A signal that comes again within this is the same one: Ctrl-C reaches a whole group, which passes it on. Milliseconds. */
const SAME_SIGNAL_MS = 1_000;

/** On a signal: stops accepting, answers what is under way, closes the store, exits 0. A second one exits at once. */
export function closeOnSignal(
  app: FastifyInstance,
  store: Pick<Store, "close">,
  worker: Pick<Worker, "stop"> | undefined,
): void {
  let closing = false;

  app.addHook("onSend", (_request, reply, payload, done) => {
    // Tells clients that keep their connection to open a new one elsewhere.
    if (closing) reply.header("connection", "close");
    done(null, payload);
  });

  onSignal(app.log, async () => {
    closing = true;
    await whileConnected(app.server, DRAIN_MS);
    // Not yet Node's own way to close, which cuts off connections whose first request is on its way.
    NetServer.prototype.close.call(app.server);
    await whileConnected(app.server, SETTLE_MS);
    setTimeout(() => app.server.closeAllConnections(), GRACE_MS).unref();
    await Promise.all([app.close(), worker?.stop(WORKER_STOP_MS)]);
    await store.close();
  });
}

/** Waits while somebody is connected. @param limitMs at most so long */
async function whileConnected(server: NetServer, limitMs: number): Promise<void> {
  const until = performance.now() + limitMs;
  const count = promisify(server.getConnections.bind(server));
  while (performance.now() < until && (await count()) > 0) await wait(25);
}

/** Ends the process in order: asked to, the terminal was closed, Ctrl-\, the power fails, no processor time is left. */
const ENDING = ["SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT", "SIGPWR", "SIGXCPU"] as const;

/** Ended the process, though whoever sends them wants log rotation or a reload. Node itself ignores SIGPIPE and SIGXFSZ. */
const WITHOUT_MEANING = [
  "SIGUSR1",
  "SIGUSR2",
  "SIGALRM",
  "SIGVTALRM",
  "SIGPROF",
  "SIGIO",
  "SIGSTKFLT",
] as const;

type Log = Pick<FastifyBaseLogger, "fatal" | "warn">;

/** On a signal: closes and exits 0; a second one exits at once. Nothing else does: faults and closed outputs are logged. */
export function onSignal(log: Log, close: () => Promise<void>): void {
  let closingSince: number | undefined;

  async function end(): Promise<void> {
    setTimeout(() => process.exit(1), HARD_STOP_MS).unref();
    await close();
    process.exit(0);
  }

  for (const signal of ENDING) {
    process.on(signal, () => {
      if (closingSince !== undefined) {
        if (performance.now() - closingSince > SAME_SIGNAL_MS) process.exit(1);
        return;
      }
      closingSince = performance.now();
      end().catch((error: unknown) => {
        log.fatal({ err: error }, "the program could not be closed");
        process.exit(1);
      });
    });
  }
  for (const signal of WITHOUT_MEANING) {
    process.on(signal, () => log.warn({ signal }, "this signal does nothing here"));
  }

  // A log that nobody reads any more, or that its disk has no room for, is no reason to take no leads.
  for (const output of [process.stdout, process.stderr]) output.on("error", () => {});

  // A request fails by itself, and the store keeps its promise in a thread or a server of its own. To end here would cut
  // every other visitor off, and a fault in a timer would end each new start as well.
  for (const event of ["uncaughtException", "unhandledRejection"] as const) {
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, event === "uncaughtException" ? "uncaught exception" : "unhandled rejection");
    });
  }
}
