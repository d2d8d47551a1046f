/** Parts that all routes of the inbox share: services, guards, readers of queries and forms, and its pages and headers. */
import type { FastifyRequest, onRequestAsyncHookHandler, onRequestHookHandler, FastifyReply } from "fastify";
import type { CalendarState } from "../../contract/booking.ts";
import { INBOX, type InboxError, type InboxRenderer, type InboxView } from "../../contract/inbox.ts";
import type { LeadSheet } from "../../contract/lead-sheet.ts";
import { parseFormBody } from "../http/forms.ts";
import type { TakeTokens } from "../http/rate-limit.ts";
import type { LeadsAdmin, Result } from "../../contract/admin-operations.ts";
import type { SendResult } from "../outbox/channel.ts";
import type { SignedLinks } from "../outbox/links/signed-links.ts";
import type { BackupAges } from "../storage/backups.ts";
import type { Store } from "../storage/operations.ts";
import type { Sessions } from "./session.ts";
import { STORE_RETRY_SECONDS } from "../storage/availability.ts";
import { createHash } from "node:crypto";
import type { BuildManifest } from "../../contract/build-manifest.ts";
import { securityHeaders, type SecurityHeaders } from "../../contract/security-policy.ts";

export interface TeamSignIn {
  store: Pick<Store, "run">;
  /** Addresses that may ask for a link, in lower case. */
  team: readonly string[];
  /** Mails the link of a token. @param id names the mail @param from the browser that asked (`requestOrigin`) */
  mailLink: (to: string, id: string, token: string, from: string) => Promise<SendResult>;
  /** Limits each network address, but not the total: strangers could use that up and lock out the team. */
  takeToken: TakeTokens;
}

export interface InboxParts {
  admin: LeadsAdmin;
  pages: InboxPages;
  sheet: LeadSheet;
  links: SignedLinks;

  markSignIn: (id: string) => string;
  sessions: Sessions;
  teamSignIn: TeamSignIn;
  timeZone: string;
  /** How the reading of `CALENDAR_URLS` goes. */
  calendars: () => readonly CalendarState[];
  backupAges: () => BackupAges;
  now: () => number;
  /** Shows the page that asks for an email address to a device that is not signed in. */
  signedIn: onRequestAsyncHookHandler;
  /** The signed-in address; undefined after a link of the command line. */
  by: (request: FastifyRequest) => string | undefined;
  /** Refuses a form that another site sent. Every route that changes something has this guard. */
  ownForm: onRequestHookHandler;
}

/** A route with one id. A hook answers 404 for an invalid id. */
export interface IdRoute {
  Params: { id: string };
}

export function readQuery(request: FastifyRequest): URLSearchParams {
  const at = request.url.indexOf("?");
  return new URLSearchParams(at === -1 ? "" : request.url.slice(at));
}

/** The fields of a form; undefined if the body is not a form. A form that is only a button sends no fields. */
export function readForm(request: FastifyRequest): ReadonlyMap<string, string> | undefined {
  if (!Buffer.isBuffer(request.body) || request.body.length === 0) return new Map();
  const type = request.headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  return type === "application/x-www-form-urlencoded"
    ? parseFormBody(request.body, INBOX.leadField)
    : undefined;
}

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

type InboxPages = ReturnType<typeof createInboxPages>;

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
