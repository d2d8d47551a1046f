/**
 * One line for each request: method, pattern of the route, status, time. Never the address with its query, a
 * header, a body or a client's own request id: nothing that a visitor wrote reaches the log.
 */
import { LogController, type FastifyInstance } from "fastify";

/** Fastify's own lines hold addresses and error texts; ours replace them. */
export function quietLogController(): LogController {
  return new LogController({ disableRequestLogging: true, requestIdLogLabel: "requestId" });
}

export function registerRequestLog(app: FastifyInstance): void {
  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id).header("x-content-type-options", "nosniff");
  });
  app.addHook("onResponse", async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? "unknown",
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      "request",
    );
  });
}
