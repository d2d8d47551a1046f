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
  let shown = first;
  let changing = Promise.resolve();

  /** Requests that the old app has begun end in it, also after it has closed. */
  async function handOver(old: Site, next: Site): Promise<void> {
    old.stopTimers();
    const closing = old.app.close();
    await old.worker.stop();
    open.delete(old);
    next.worker.start();
    await closing;
  }

  return {
    shown: (): Site => shown,

    /** New requests reach the new site at once. Its worker starts after the old one has ended. */
    show(next: Site): void {
      const old = shown;
      shown = next;
      open.add(next);
      const change = () => handOver(old, next);
      changing = changing.then(change, change);
    },

    attachTo(listener: Server): void {
      listener.on("request", (request, response) =>
        shown.app.routing(request, response),
      );
      listener.on("clientError", (error, socket) =>
        shown.app.server.emit("clientError", error, socket),
      );
    },

    /** @param budgetMs the time for deliveries under way, which are then tried again */
    async close(budgetMs: number): Promise<void> {
      await Promise.all(
        [...open].flatMap(({ app, worker }) => [
          app.close(),
          worker.stop(budgetMs),
        ]),
      );
    },
  };
}
