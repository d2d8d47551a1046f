/**
 * Reads visitors' addresses from proxies. Adds
 * ids, base headers and logs without visitor data.
 */

import type { FastifyInstance, FastifyRequest } from "fastify";
import { Histogram } from "prom-client";
import {
  ASSETS_PATH,
  PICTURES_PATH,
  RECORDINGS_PATH,
} from "../../contract/http/routes.ts";
import { senderOf } from "./rate-limit.ts";

type Headers = Record<string, string>;

const UNNAMED_PROXY =
  "requests come through a proxy that TRUST_PROXY does not name: all its visitors look like one";

const requestSeconds = new Histogram({
  name: "nightshift_http_request_seconds",
  help: "Time of requests, by method, route and status.",
  labelNames: ["method", "route", "status"],
  // Upper bounds in seconds.
  buckets: [0.005, 0.025, 0.1, 0.5, 2.5, 10],
});

/**
 * So many requests in a row through a proxy, all
 * from private addresses, mean that it hides them.
 */
const MANY_HIDDEN = 100;
const HIDDEN =
  "the proxy in front hides visitors' addresses: no visitor has a limit of their own";

/** Whether a proxy handed this request on without its visitor's address. */
export const isHidden = ({ headers, ip }: FastifyRequest): boolean =>
  Boolean(headers["x-forwarded-for"]) && senderOf(ip).range !== "public";

/**
 * `hidden`: how many requests in a row a
 * proxy has handed on without an address.
 */
interface Seen {
  hidden: number;
}

export const hidesVisitors = ({ hidden }: Seen): boolean =>
  hidden >= MANY_HIDDEN;

/** Call this before adding a hook or plugin that reads a visitor's address. */
export function addRequestHooks(
  app: FastifyInstance,
  baseHeaders: Headers,
  seen: Seen,
): void {
  let hasWarned = false;
  app.addHook("onRequest", (request, reply, done) => {
    const { headers } = request;
    const forwardedFor = headers["x-forwarded-for"];
    if (forwardedFor) {
      headers["x-forwarded-for"] = forwardedFor
        .toString()
        .split(",")
        .map(withoutPort)
        .join(",");
      // Fastify adds the forwarded address to `ips`
      // only if the connection is from a trusted proxy.
      if ((request.ips?.length ?? 1) < 2 && !hasWarned) {
        hasWarned = true;
        request.log.warn(UNNAMED_PROXY);
      }
      seen.hidden = isHidden(request) ? seen.hidden + 1 : 0;
      if (seen.hidden === MANY_HIDDEN) request.log.warn(HIDDEN);
    }
    reply.headers(baseHeaders).header("x-request-id", request.id);
    done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    const route = request.routeOptions.url ?? "unknown";
    // Each hashed file has a separate route, so
    // all files of a folder share one label.
    const folder = [ASSETS_PATH, PICTURES_PATH, RECORDINGS_PATH].find((path) =>
      route.startsWith(path),
    );
    const label = folder === undefined ? route : `${folder}*`;
    // A client may choose among 35 methods, too many to give each a label.
    const method = request.method === "POST" ? "POST" : "other";
    const labels = { method, route: label, status: String(reply.statusCode) };
    requestSeconds.observe(labels, reply.elapsedTime / 1000);
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    const status = reply.statusCode;
    request.log.info({ method: request.method, route, status, ms }, "request");
    done();
  });
}

/**
 * Some proxies add the port, as in `203.0.113.1:4711` and `[2001:db8::1]:4711`.
 */
function withoutPort(entry: string): string {
  const [, ipv6, ipv4] =
    /^\s*(?:\[([\da-f:.]+)\](?::\d+)?|([\d.]+):\d+)\s*$/i.exec(entry) ?? [];
  return ipv6 ?? ipv4 ?? entry;
}
