/**
 * Adds to every request the visitor's address, an id, base headers and a line in the log: method, pattern of the route,
 * status, time. Nothing that a visitor wrote reaches the log.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Histogram } from "./metrics.ts";

export interface RequestHooksOptions {
  baseHeaders: Record<string, string>;
  /** Counts requests that were forwarded by a proxy that TRUST_PROXY does not name. */
  forwarded: { unnamed: number };
  /** By route and status. */
  times: Histogram;
}

/** To be called before anything that asks for the address of a request. */
export function addRequestHooks(
  app: FastifyInstance,
  { baseHeaders, forwarded, times }: RequestHooksOptions,
): void {
  app.addHook("onRequest", (request, reply, done) => {
    const { headers } = request;
    const named = headers["x-forwarded-for"];
    if (named !== undefined && named.length > 0) {
      headers["x-forwarded-for"] = named.toString().split(",").map(withoutPort).join(",");
      // The first is the address of the connection; the next is there when that one is trusted.
      if ((request.ips?.length ?? 1) < 2 && forwarded.unnamed++ === 0) {
        request.log.warn(
          "requests come through a proxy that TRUST_PROXY does not name: visitors behind it are not told apart",
        );
      }
    }
    identify(request, reply, baseHeaders);
    done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    const route = request.routeOptions.url ?? "unknown";
    // Each file of a build has a route of its own.
    const counted = route.startsWith("/assets/") ? "/assets/*" : route;
    times.observe({ route: counted, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
    logRequest(request, reply, route);
    done();
  });
}

export function identify(request: FastifyRequest, reply: FastifyReply, baseHeaders: Record<string, string>) {
  reply.headers(baseHeaders).header("x-request-id", request.id);
}

export function logRequest(request: FastifyRequest, reply: FastifyReply, route: string): void {
  const ms = Math.round(reply.elapsedTime * 10) / 10;
  request.log.info({ method: request.method, route, status: reply.statusCode, ms }, "request");
}

/** Some proxies add the port, as in `203.0.113.1:4711` and `[2001:db8::1]:4711`, which is no address. */
function withoutPort(entry: string): string {
  const [, ipv6, ipv4] = /^\s*(?:\[([\da-f:.]+)\](?::\d+)?|([\d.]+):\d+)\s*$/i.exec(entry) ?? [];
  return ipv6 ?? ipv4 ?? entry;
}
