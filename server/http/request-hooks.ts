/**
 * One line for each request: method, pattern of the route, status, time. Never the address with its query, a
 * header, a body or a client's own request id: nothing that a visitor wrote reaches the log.
 */
import { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";

/** Fastify's own lines hold addresses and error texts; ours replace them. */
export function quietLogController(): LogController {
  return new LogController({ disableRequestLogging: true, requestIdLogLabel: "requestId" });
}

export function registerRequestLog(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    identify(request, reply);
    done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    logRequest(request, reply, request.routeOptions.url ?? "unknown");
    done();
  });
}

/** Gives the answer the id under which the log has the request. */
export function identify(request: FastifyRequest, reply: FastifyReply): void {
  reply.header("x-request-id", request.id);
}

export function logRequest(request: FastifyRequest, reply: FastifyReply, route: string): void {
  const ms = Math.round(reply.elapsedTime * 10) / 10;
  request.log.info({ method: request.method, route, status: reply.statusCode, ms }, "request");
}
