/**
 * For whatever watches the process: `/healthz` says that it answers, and to who knows the secret key that it does too;
 * `/readyz` that it can store a lead, or why it cannot.
 */
import { STORE_RETRY_SECONDS } from "../storage/availability.ts";
import type { FastifyInstance } from "fastify";
import { PROOF_HEADER, proofFor } from "./key-proof.ts";
import type { Store } from "../storage/operations.ts";

export function registerHealth(app: FastifyInstance, store: Store, secretKey: string): void {
  app.get("/healthz", (request, reply) => {
    const proof = proofFor(secretKey, String(request.headers[PROOF_HEADER] ?? ""));
    if (proof !== undefined) reply.header(PROOF_HEADER, proof);
    return reply.header("cache-control", "no-store").send({ status: "up" });
  });

  app.get("/readyz", async (_request, reply) => {
    reply.header("cache-control", "no-store");
    const reason = await store.fault();
    if (reason === undefined) return { status: "ready" };
    reply.code(503).header("retry-after", STORE_RETRY_SECONDS);
    return { status: "store unavailable", reason };
  });
}
