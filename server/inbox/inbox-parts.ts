/** Parts that all routes of the inbox share: services, readers of queries and forms, its pages, failures and headers. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Result, LeadsAdmin } from "../../contract/admin-operations.ts";
import type { CalendarState } from "../../contract/booking.ts";
import { isServedByTls, type BuildManifest } from "../../contract/build-manifest.ts";
import { INBOX, type InboxError, type InboxRenderer, type InboxView } from "../../contract/inbox.ts";
import type { SignIn } from "../../contract/leads-admin.ts";
import { securityHeaders, type SecurityHeaders } from "../../contract/security-policy.ts";
import { policyHash, type BuiltSite } from "../http/built-site.ts";
import { parseFormBody } from "../http/forms.ts";
import type { TakeTokens } from "../http/rate-limit.ts";
import type { SendResult } from "../outbox/channel.ts";
import { createSignedLinks, type LinkPurpose } from "../outbox/links/signed-links.ts";
import type { BackupAges } from "../storage/backups.ts";
import type { Store } from "../storage/operations.ts";
import { createSessions } from "./session.ts";

export interface TeamSignIn {
  store: Pick<Store, "run">;
  /** Addresses that may ask for a link, in lower case. */
  team: readonly string[];
  /** Mails the link of a token. @param id names the mail @param from the browser that asked (`requestOrigin`) */
  mailLink: (to: string, id: string, token: string, from: string) => Promise<SendResult>;
  /** Limits each network address, but not the total: strangers could use that up and lock out the team. */
  takeToken: TakeTokens;
}

export interface InboxOptions {
  site: BuiltSite;
  admin: LeadsAdmin;
  teamSignIn: TeamSignIn;
  linkSecret: string;
  timeZone: string;
  /** How the reading of `CALENDAR_URLS` goes. */
  calendars: () => readonly CalendarState[];
  backupAges: () => BackupAges;
  /** The address of the calendar feed; undefined if the scheduling page is on another site. */
  feed: string | undefined;
  now: () => number;
}

export type InboxParts = ReturnType<typeof createInboxParts>;

export function createInboxParts(options: InboxOptions) {
  const { site, linkSecret, timeZone, now } = options;
  const { manifest, inbox: renderer } = site;
  const headers = inboxHeaders(manifest, renderer);
  const links = createSignedLinks(linkSecret);
  const signIns = new WeakMap<FastifyRequest, SignIn>();
  return {
    ...options,
    headers,
    signIns,
    links,
    sessions: createSessions(linkSecret, isServedByTls(manifest), now),

    /** @param token by default the one in the address @throws {InboxFailure} unless it opens this */
    openLink: (request: FastifyRequest, purpose: LinkPurpose, token = tokenIn(request)) => {
      const check = links.verify(token, purpose, now());
      if (check.kind !== "valid") throw new InboxFailure(check.kind);
      return { ...check, token };
    },

    /** The signed-in address; undefined after a link of the command line. */
    by: (request: FastifyRequest) => signIns.get(request)?.email || undefined,

    page: (reply: FastifyReply, view: InboxView) =>
      reply
        .headers(headers)
        .type("text/html; charset=utf-8")
        .send(renderer.renderInbox({ now: new Date(now()).toISOString(), timeZone, view })),

    /** Redirects after a form, so that reloading sends nothing twice. */
    redirect: (reply: FastifyReply, path: string) => reply.headers(headers).redirect(path, 303),
  };
}

/** Ends a request with the page that gives the reason. */
export class InboxFailure extends Error {
  readonly reason: InboxError;

  constructor(reason: InboxError, message: string = reason) {
    super(message);
    this.reason = reason;
  }
}

/** @throws {InboxFailure} without a value */
export function valueOf<Value>(result: Result<Value>): Value {
  if (result.kind === "ok") return result.value;
  throw new InboxFailure(result.kind, result.kind === "unavailable" ? result.reason : undefined);
}

/** A route with one id. A hook answers 404 for an invalid id. */
export interface IdRoute {
  Params: { id: string };
}

export function readQuery(request: FastifyRequest): URLSearchParams {
  const at = request.url.indexOf("?");
  return new URLSearchParams(at === -1 ? "" : request.url.slice(at));
}

function tokenIn(request: FastifyRequest): string {
  return readQuery(request).get(INBOX.tokenField) ?? "";
}

/** The fields of a form; one that is only a button sends none. @throws {InboxFailure} if the body is not a form */
export function readForm(request: FastifyRequest): ReadonlyMap<string, string> {
  if (!Buffer.isBuffer(request.body) || request.body.length === 0) return new Map();
  const type = request.headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  const isForm = type === "application/x-www-form-urlencoded";
  const fields = isForm ? parseFormBody(request.body, INBOX.leadField) : undefined;
  if (!fields) throw new InboxFailure("unreadable");
  return fields;
}

/** Allows one script, and leaves no trace in caches, search engines or other sites' logs. */
function inboxHeaders(
  manifest: BuildManifest,
  { styles, script }: Pick<InboxRenderer, "styles" | "script">,
): SecurityHeaders {
  const policy = [
    "default-src 'none'",
    `script-src ${policyHash(script)}`,
    `style-src ${policyHash(styles)}`,
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
