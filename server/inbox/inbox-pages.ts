/** Sends pages of the inbox, and maps answers of the administration to them. */
import { STORE_RETRY_SECONDS } from "../storage/availability.ts";
import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { InboxError, InboxRenderer, InboxView } from "../../contract/inbox.ts";
import type { Result } from "../leads/leads-admin.ts";
import type { BuildManifest } from "../../contract/build-manifest.ts";
import { securityHeaders, type SecurityHeaders } from "../../contract/security-policy.ts";

const STATUS: Record<InboxError, number> = {
  expired: 410,
  bad: 403,
  used: 410,
  "too-many": 429,
  missing: 404,
  waiting: 503,
  unreadable: 400,
  foreign: 403,
  unavailable: 503,
};

export type InboxPages = ReturnType<typeof createInboxPages>;

interface InboxPagesParts {
  renderInbox: InboxRenderer["renderInbox"];
  headers: SecurityHeaders;
  timeZone: string;
  isSignedIn: (request: FastifyRequest) => boolean;
  now: () => number;
}

export function createInboxPages({ renderInbox, headers, timeZone, isSignedIn, now }: InboxPagesParts) {
  function page(reply: FastifyReply, view: InboxView): FastifyReply {
    return reply
      .headers(headers)
      .type("text/html; charset=utf-8")
      .send(renderInbox({ now: new Date(now()).toISOString(), timeZone, view }));
  }

  function error(request: FastifyRequest, reply: FastifyReply, reason: InboxError): FastifyReply {
    if (reason === "unavailable") reply.header("retry-after", STORE_RETRY_SECONDS);
    return page(reply.code(STATUS[reason]), { view: "error", reason, signedIn: isSignedIn(request) });
  }

  return {
    page,
    error,
    headers,

    /** Passes the value on; without one, sends the page that gives the reason. */
    result<Value>(
      request: FastifyRequest,
      reply: FastifyReply,
      result: Result<Value>,
      use: (value: Value) => FastifyReply,
    ): FastifyReply {
      if (result.kind === "ok") return use(result.value);
      if (result.kind === "missing") return error(request, reply, "missing");
      request.log.error({ reason: result.reason }, "the inbox could not be read");
      return error(request, reply, "unavailable");
    },

    /** Redirects after a form, so that reloading sends nothing twice. */
    redirect: (reply: FastifyReply, path: string) => reply.headers(headers).redirect(path, 303),
  };
}

/** Allows one script, and leaves no trace in caches, search engines or other sites' logs. */
export function inboxHeaders(
  manifest: BuildManifest,
  { styles, script }: Pick<InboxRenderer, "styles" | "script">,
): SecurityHeaders {
  const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(styles)}`,
    "connect-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    ...securityHeaders(manifest),
    "content-security-policy": policy.join("; "),
    // A link's token stands in the address: no other site sees it. Not `no-referrer`, under which browsers send
    // `Origin: null` with our own forms too (Fetch Standard, "append a request Origin header").
    "referrer-policy": "same-origin",
    "x-robots-tag": "noindex, nofollow",
    "cache-control": "no-store",
    vary: "cookie",
  };
}
