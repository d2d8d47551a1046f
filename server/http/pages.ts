/**
 * Sends prerendered pages and their files, pages
 * rendered for one request, and error pages.
 */

import type { FastifyError, FastifyInstance, FastifyReply } from "fastify";
import { NO_ANALYTICS } from "../../contract/http/build-manifest.ts";
import type { PageState } from "../../contract/http/page.ts";
import { INBOX } from "../../contract/http/routes.ts";
import { securityHeaders } from "../../contract/http/security-policy.ts";
import { RETRY_SECONDS } from "../store/store.ts";
import { StoreUnavailable } from "../store/unavailable.ts";
import type { BuiltSite } from "./built-site.ts";
import { encodeBody, sendBody, type EncodedBody } from "./encoded-body.ts";
import { queryIn } from "./forms.ts";
import { PageFailure, statusOf, type OverLimit } from "./rate-limit.ts";

/** Answers GET and HEAD for every page and asset. */
export function registerPages(
  app: FastifyInstance,
  site: BuiltSite,
  nextTimesHtml: () => string | Promise<string>,
): void {
  const register = (
    path: string,
    readBody: () => EncodedBody | Promise<EncodedBody>,
  ) => {
    app.get(path, async (_request, reply) => {
      // Without these headers, the landing page fits into TCP's first flight of
      // packets (RFC 6928). HTTP/1.1 keeps a connection open even without the
      // `connection` header (RFC 9112, 9.3).
      reply.removeHeader("x-request-id").raw.removeHeader("connection");
      return sendBody(reply, await readBody());
    });
  };
  for (const [path, load] of site.pages)
    register(path, async () => load(await nextTimesHtml()));
  for (const [path, body] of site.assets) register(path, () => body);
}

export type PageSender = ReturnType<typeof createPageSender>;

export function createPageSender(site: BuiltSite) {
  const { manifest, render } = site;
  const headers = securityHeaders(manifest);
  const errorHeaders = securityHeaders(manifest, undefined, NO_ANALYTICS);
  const errorBodies = new Map<number, EncodedBody>();
  return {
    manifest,
    headers,
    render,

    sendError: async (reply: FastifyReply, why: number | OverLimit) => {
      const status = typeof why === "number" ? why : statusOf(why);
      if (typeof why !== "number" && "retryAfter" in why)
        reply.header("retry-after", why.retryAfter);
      let body = errorBodies.get(status);
      if (!body) {
        const html = await render({
          path: "/error",
          status,
          form: { kind: "empty" },
        });
        body = await encodeBody(Buffer.from(html), "error.html", {
          "cache-control": "no-store",
        });
        errorBodies.set(status, body);
      }
      return sendBody(reply.code(status).headers(errorHeaders), body);
    },

    /**
     * @param cacheControl set for a page that the visitor's browser may cache
     */
    async send(
      reply: FastifyReply,
      state: PageState,
      cacheControl = "no-store",
    ) {
      const html = await render(state);
      reply
        .code(state.status)
        .headers(headers)
        .header("cache-control", cacheControl);
      return reply.type("text/html; charset=utf-8").send(html);
    },
  };
}

/**
 * The path with single slashes and without the
 * last one; in lower case if that names a page.
 */
function meantPath(app: FastifyInstance, path: string): string {
  // Browsers take a path after `//` or `/\` for another host.
  const plain = path.replace(/[/\\]+/g, "/").replace(/(?<=.)\/$/, "");
  // Flyers have capitals in a page's address: `/HVAC`.
  const lower = plain.toLowerCase();
  return app.findRoute({ method: "GET", url: lower }) ? lower : plain;
}

/**
 * Sends a redirect, 404 or 405 for a request without
 * a route, and 4xx, 503 or 500 for an error.
 */
export function setErrorAnswers(
  app: FastifyInstance,
  sendError: PageSender["sendError"],
): void {
  app.setNotFoundHandler((request, reply) => {
    const [url = ""] = request.url.split("?");
    const path = meantPath(app, url);
    // The status keeps the method and the body,
    // so a form that was posted there arrives, too.
    if (path !== url && /^(?:GET|HEAD|POST)$/.test(request.method))
      return reply.redirect(path + queryIn(request), 308);
    const allowed = (["GET", "HEAD", "POST"] as const).filter((method) =>
      app.findRoute({ method, url }),
    );
    if (allowed.length === 0) return sendError(reply, 404);
    // A phone may forget a page that answered a form
    // of the inbox. It then reloads the form's path.
    if (url.startsWith(`${INBOX.path}/`) && request.method === "GET")
      return reply.redirect(INBOX.path, 303);
    return sendError(reply.header("allow", allowed.join(", ")), 405);
  });

  app.setErrorHandler<FastifyError>((error, request, reply) => {
    if (error instanceof PageFailure) return sendError(reply, error.why);
    if (error instanceof StoreUnavailable) {
      request.log.error(
        { reason: error.reason },
        "the store could not be used",
      );
      return sendError(reply.header("retry-after", RETRY_SECONDS), 503);
    }
    const status = error.statusCode ?? 500;
    if (status >= 500) request.log.error({ err: error }, "unexpected error");
    return sendError(reply, status < 500 ? status : 500);
  });
}
