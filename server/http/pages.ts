/** The addresses that a browser asks for: the prerendered pages and the files they load. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { CAMPAIGN } from "../../contract/lead-visit.ts";
import { BOOK_CALL } from "../../contract/routes.ts";
import { styleHash, stylesIn, type BuiltSite } from "./built-site.ts";
import { isOwnHost } from "./forms.ts";
import { choose, withHeaders, type EncodedBody } from "./encoded-body.ts";
import { fileHeaders, SECURITY_TXT_PATH, securityTxt } from "../../contract/security-policy.ts";
import type { SecurityHeaders } from "../../contract/security-policy.ts";

export interface PagesOptions {
  site: BuiltSite;
  baseHeaders: SecurityHeaders;
  pageHeaders: SecurityHeaders;
  now: () => number;
}

/** Answers GET and HEAD for every page and asset, and redirects a page with an extra slash. */
export async function pages(app: FastifyInstance, { site, baseHeaders, pageHeaders, now }: PagesOptions) {
  // Bypasses the framework: setting twenty headers one by one costs more than the rest of the answer. Files
  // are not traced, so they need no id.
  const register = (path: string, file: () => EncodedBody | Promise<EncodedBody>) => {
    app.get(path, async (request, reply) => {
      const { headers: requestHeaders } = request;
      const campaign = path === BOOK_CALL.path ? campaignOf(request, site.manifest.site.siteUrl) : "";
      if (campaign !== "") return reply.header("cache-control", "no-store").redirect(`${path}?${campaign}`);
      const { status, headers: known, bytes } = choose(await file(), requestHeaders);
      reply.hijack().raw.writeHead(status, known).end(bytes);
      return undefined;
    });
  };
  for (const [path, load] of site.pages) {
    let page: Promise<EncodedBody> | undefined;
    const loaded = () =>
      (page ??= load().then((body) => withHeaders(body, withOwnStyles(pageHeaders, body))));
    register(path, loaded);
    app.addHook("onListen", async () => {
      await loaded();
    });
    if (path === "/") continue;
    app.get(`${path}/`, (request, reply) => {
      const query = request.url.indexOf("?");
      return reply.redirect(query === -1 ? path : path + request.url.slice(query), 308);
    });
  }
  for (const [path, body] of site.assets) {
    const file = withHeaders(body, { ...baseHeaders, ...fileHeaders(path) });
    register(path, () => file);
  }
  if (securityTxt(site.manifest, now()) === undefined) return;
  app.get(SECURITY_TXT_PATH, (_request, reply) =>
    reply.type("text/plain; charset=utf-8").send(securityTxt(site.manifest, now())),
  );
}

/** The policy of a static page names its own styles only, since hashes do not compress. */
function withOwnStyles(headers: SecurityHeaders, body: EncodedBody): SecurityHeaders {
  const html = body.get("identity")?.bytes.toString() ?? "";
  const own = stylesIn(html).map(({ text }) => styleHash(text));
  const policy = headers["content-security-policy"] ?? "";
  return {
    ...headers,
    "content-security-policy": policy.replace(/(?<=style-src 'self')[^;]*/, ["", ...own].join(" ")),
  };
}

/** The campaign's parameters, which the form without a script can only keep in its URL. */
function campaignOf(request: FastifyRequest, siteUrl: string): string {
  const { referer = "" } = request.headers;
  if (request.url.includes("?") || !URL.canParse(referer) || !isOwnHost(request, referer, siteUrl)) return "";
  const known = [...new URL(referer).searchParams].filter(([name]) => CAMPAIGN.includes(name));
  return new URLSearchParams(known).toString();
}
