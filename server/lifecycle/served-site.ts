/** The site with one state of its content, and the change to another state. */

import type { Server } from "node:http";
import type { FastifyInstance } from "fastify";
import type { Worker } from "../deliveries/worker.ts";

export interface ServedSite {
  app: FastifyInstance;
  worker: Pick<Worker, "start" | "stop" | "wake">;
  /** Ends the timers that belong neither to the app nor to the worker. */
  stopTimers: () => void;
}

/** Gives each request to the site that is shown at its time. */
export function createSiteFront<Site extends ServedSite>(first: Site) {
  const open = new Set<Site>([first]);
  let current = first;

  return {
    current: (): Site => current,

    /**
     * New requests reach the new site at once. Each
     * delivery is leased, so its worker does not wait for
     * what the old one is still sending to a slow server.
     */
    show(next: Site): void {
      const old = current;
      current = next;
      open.add(next);
      old.stopTimers();
      const forget = () => open.delete(old);
      // Requests that the old app has begun
      // end in it, also after it has closed.
      Promise.all([old.app.close(), old.worker.stop()]).then(forget, forget);
      next.worker.start();
    },

    attachTo(listener: Server): void {
      listener.on("request", (request, response) =>
        current.app.routing(request, response),
      );
      listener.on("clientError", (error, socket) =>
        current.app.server.emit("clientError", error, socket),
      );
    },

    /**
     * @param budgetMs the time for deliveries
     * under way, which are then tried again
     * @param cutOff closes the connections of deliveries that take longer
     */
    async close(budgetMs: number, cutOff?: () => Promise<void>): Promise<void> {
      await Promise.all(
        [...open].flatMap(({ app, worker }) => [
          app.close(),
          worker.stop(budgetMs, cutOff),
        ]),
      );
    },
  };
}
