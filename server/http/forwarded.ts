/** What reverse proxies say of who asked, in `X-Forwarded-For`, and whether somebody says it who is not believed. */
import type { FastifyInstance } from "fastify";

/** To be registered before anything that asks for the address of a request. */
export function registerForwarded(app: FastifyInstance): { readonly unnamed: number } {
  /** How many requests so far were forwarded by a proxy that TRUST_PROXY does not name. */
  const forwarded = { unnamed: 0 };
  app.addHook("onRequest", (request, _reply, done) => {
    const { headers } = request;
    const named = headers["x-forwarded-for"];
    if (named !== undefined && named.length > 0) {
      headers["x-forwarded-for"] = named.toString().split(",").map(withoutPort).join(",");
      // The first is who connected; the next is there when that one is believed.
      if ((request.ips?.length ?? 1) < 2 && forwarded.unnamed++ === 0) {
        request.log.warn(
          "requests come through a proxy that TRUST_PROXY does not name: visitors behind it are not told apart",
        );
      }
    }
    done();
  });
  return forwarded;
}

/** Some proxies add it, as in `203.0.113.1:4711` and `[2001:db8::1]:4711`, and none of it is an address then. */
function withoutPort(entry: string): string {
  const [, ipv6, ipv4] = /^\s*(?:\[([\da-f:.]+)\](?::\d+)?|([\d.]+):\d+)\s*$/i.exec(entry) ?? [];
  return ipv6 ?? ipv4 ?? entry;
}
