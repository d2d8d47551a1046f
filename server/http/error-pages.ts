/** Answers with an error page that shows the status but not the cause. */
import { STATUS_CODES } from "node:http";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { BuiltSite } from "./built-site.ts";
import { encodeBody, sendBody, type EncodedBody } from "./encoded-body.ts";
import type { SecurityHeaders } from "../../contract/security-policy.ts";

export type SendErrorPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
) => Promise<FastifyReply>;

export function createErrorPages(site: BuiltSite, headers: SecurityHeaders): SendErrorPage {
  const pages = new Map<number, Promise<EncodedBody>>();

  function page(status: number): Promise<EncodedBody> {
    const known = pages.get(status);
    if (known) return known;
    const rendered = site
      .render({ path: "/error", status, form: { kind: "empty" } })
      .then((html) => encodeBody(Buffer.from(html), "error.html", "no-store"));
    pages.set(status, rendered);
    // Not cached: the next attempt to render the page may succeed.
    rendered.catch(() => pages.delete(status));
    return rendered;
  }

  return async (request, reply, status) => {
    reply.code(status).headers(headers);
    try {
      return sendBody(request, reply, await page(status));
    } catch (error) {
      request.log.error({ err: error }, "the error page could not be rendered");
      return reply
        .header("cache-control", "no-store")
        .type("text/plain; charset=utf-8")
        .send(`Unexpected Application Error!\n${status} ${STATUS_CODES[status] ?? ""}\n`);
    }
  };
}

/** Answers requests without a route: 404, 405 with the allowed methods, and 500 for failures. */
export function setErrorAnswers(app: FastifyInstance, sendErrorPage: SendErrorPage): void {
  app.setNotFoundHandler((request, reply) => {
    const [url = ""] = request.url.split("?");
    const allowed = (["GET", "HEAD", "POST"] as const).filter((method) => app.findRoute({ method, url }));
    if (allowed.length === 0) return sendErrorPage(request, reply, 404);
    return sendErrorPage(request, reply.header("allow", allowed.join(", ")), 405);
  });

  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) request.log.error({ err: error }, "unexpected error");
    return sendErrorPage(request, reply, status < 500 ? status : 500);
  });
}
