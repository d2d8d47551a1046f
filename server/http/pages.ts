/** The addresses that a browser asks for: the prerendered pages and the files they load. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { CAMPAIGN } from "../../contract/lead-visit.ts";
import { BOOK_CALL } from "../../contract/routes.ts";
import type { BuiltSite } from "./built-site.ts";
import { isOwnHost } from "./same-site.ts";
import { choose, withHeaders, type EncodedBody } from "./encoded-body.ts";
import { fileHeaders, type SecurityHeaders } from "../../contract/security-policy.ts";
import { SECURITY_TXT_PATH, securityTxt } from "../../contract/security-txt.ts";

/**
 * Registers GET and HEAD for every page and asset; a page with a slash too many leads to the page.
 *
 * @param baseHeaders the headers of every answer, of which a page has its own
 * @param now milliseconds since 1970
 */
export function registerPages(
  app: FastifyInstance,
  site: BuiltSite,
  { baseHeaders, page }: { baseHeaders: SecurityHeaders; page: SecurityHeaders },
  now: () => number,
): void {
  // Past the framework's own way to send: twenty headers, set one by one, cost more than the rest of the answer. Nobody asks
  // what became of a file, so that it has no id.
  const register = (path: string, body: EncodedBody, headers: SecurityHeaders) => {
    const file = withHeaders(body, headers);
    app.get(path, (request, reply) => {
      const { headers: asked } = request;
      const campaign = path === BOOK_CALL.path ? campaignOf(request, site.manifest.site.siteUrl) : "";
      if (campaign !== "") return reply.header("cache-control", "no-store").redirect(`${path}?${campaign}`);
      const { status, headers: known, bytes } = choose(file, asked);
      reply.hijack().raw.writeHead(status, known).end(bytes);
      return undefined;
    });
  };
  for (const [path, body] of site.pages) {
    register(path, body, page);
    if (path === "/") continue;
    app.get(`${path}/`, (request, reply) => {
      const query = request.url.indexOf("?");
      return reply.redirect(query === -1 ? path : path + request.url.slice(query), 308);
    });
  }
  for (const [path, body] of site.assets) register(path, body, { ...baseHeaders, ...fileHeaders(path) });
  if (securityTxt(site.manifest, now()) === undefined) return;
  app.get(SECURITY_TXT_PATH, (_request, reply) =>
    reply.type("text/plain; charset=utf-8").send(securityTxt(site.manifest, now())),
  );
}

/**
 * What the form without a script has to know of the page that led to it, which only its own address can keep: the
 * campaign's parameters; empty where there are none.
 */
function campaignOf(request: FastifyRequest, siteUrl: string): string {
  const { referer = "" } = request.headers;
  if (request.url.includes("?") || !URL.canParse(referer) || !isOwnHost(request, referer, siteUrl)) return "";
  const known = [...new URL(referer).searchParams].filter(([name]) => CAMPAIGN.includes(name));
  return new URLSearchParams(known).toString();
}

/** The methods that an address knows, for `Allow`; undefined when it knows none. */
export function allowedMethods(app: FastifyInstance, path: string): string | undefined {
  const methods = ["GET", "HEAD", "POST"] as const;
  const allowed = methods.filter((method) => app.findRoute({ method, url: path }) !== null);
  return allowed.length === 0 ? undefined : allowed.join(", ");
}
