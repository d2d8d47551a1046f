/** The addresses that a browser asks for: the prerendered pages and the files they load. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { BuiltSite } from "./built-site.ts";
import { sendBody, type EncodedBody } from "./encoded-body.ts";
import { fileHeaders, type SecurityHeaders } from "../../contract/security-policy.ts";
import { SECURITY_TXT_PATH, securityTxt } from "../../contract/security-txt.ts";

/** Registers GET and HEAD for every page and asset; a page with a slash too many leads to the page. @param now milliseconds since 1970 */
export function registerPages(
  app: FastifyInstance,
  site: BuiltSite,
  headers: SecurityHeaders,
  now: () => number,
): void {
  // Nobody asks what became of a file: the id would only cost each visit its bytes.
  const send = (request: FastifyRequest, reply: FastifyReply, body: EncodedBody, own: SecurityHeaders) =>
    sendBody(request, reply.removeHeader("x-request-id").headers(own), body);
  for (const [path, body] of site.pages) {
    app.get(path, (request, reply) => send(request, reply, body, headers));
    if (path === "/") continue;
    app.get(`${path}/`, (request, reply) => {
      const query = request.url.indexOf("?");
      return reply.redirect(query === -1 ? path : path + request.url.slice(query), 308);
    });
  }
  for (const [path, body] of site.assets) {
    app.get(path, (request, reply) => send(request, reply, body, fileHeaders(path)));
  }
  if (securityTxt(site.manifest, now()) === undefined) return;
  app.get(SECURITY_TXT_PATH, (_request, reply) =>
    reply.type("text/plain; charset=utf-8").send(securityTxt(site.manifest, now())),
  );
}

/** The methods that an address knows, for `Allow`; undefined when it knows none. */
export function allowedMethods(app: FastifyInstance, path: string): string | undefined {
  const methods = ["GET", "HEAD", "POST"] as const;
  const allowed = methods.filter((method) => app.findRoute({ method, url: path }) !== null);
  return allowed.length === 0 ? undefined : allowed.join(", ");
}
