/** Routes for a pinger: `/healthz` (the process runs) and `/readyz` (it can store a lead). */
import type { FastifyInstance } from "fastify";
import { RETRY_SECONDS } from "../store/store.ts";
import { isHidden } from "./request-hooks.ts";

/** @param fault tells why this program cannot work; undefined if it can. Takes 4 s at most. */
export async function monitoring(
  app: FastifyInstance,
  { fault }: { fault: () => Promise<string | undefined> },
): Promise<void> {
  app.addHook("onRequest", async (_request, reply) => {
    reply.header("cache-control", "no-store");
  });

  // The launch check asks for this from outside.
  app.get("/healthz", (request, reply) => {
    const visitor = isHidden(request) ? "hidden" : undefined;
    return reply.send({ status: "up", visitor });
  });

  app.get("/readyz", async (_request, reply) => {
    const reason = await fault();
    if (reason === undefined) return { status: "ready" };
    reply.code(503).header("retry-after", RETRY_SECONDS);
    return { status: "store unavailable", reason };
  });
}
