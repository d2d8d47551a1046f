/** For whatever watches the process: `/healthz` says that it answers, `/readyz` that it can store a lead. */
import { STORE_RETRY_SECONDS } from "../storage/availability.ts";
import type { FastifyInstance } from "fastify";
import { type LeadStore } from "../storage/store.ts";

export function registerHealth(app: FastifyInstance, store: LeadStore): void {
  app.get("/healthz", (_request, reply) => reply.header("cache-control", "no-store").send({ status: "up" }));

  app.get("/readyz", async (_request, reply) => {
    reply.header("cache-control", "no-store");
    if (await store.ready()) return { status: "ready" };
    return reply.code(503).header("retry-after", STORE_RETRY_SECONDS).send({ status: "store unavailable" });
  });
}
