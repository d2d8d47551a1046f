/** Parts that all routes of the inbox share: services, forms and what they run, its pages, failures and headers. */
import * as v from "valibot";
import { TOKEN_FIELD, INBOX, type LinkPurpose } from "../../contract/routes.ts";
import {
  INBOX_FIELDS,
  type BackupAges,
  type Deed,
  type InboxError,
  type InboxRenderer,
  type InboxView,
} from "../../contract/inbox.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ADMIN_OPERATIONS, functionsOf } from "../../contract/admin-operations.ts";
import type { Input, LeadsAdmin, Operation, Output, Result } from "../../contract/admin-operations.ts";
import type { CalendarState } from "../../contract/booking.ts";
import { isServedByTls, type BuildManifest } from "../../contract/build-manifest.ts";
import type { Stale } from "../../contract/history.ts";
import type { SignIn } from "../../contract/leads-admin.ts";
import { securityHeaders } from "../../contract/security-policy.ts";
import { policyHash, type BuiltSite } from "../http/built-site.ts";
import { isForm, parseFormBody, readQuery } from "../http/forms.ts";
import type { Limits } from "../http/rate-limit.ts";
import { opensInbox, type Team } from "../leads/team.ts";
import { readSignIns } from "../leads/sign-ins.ts";
import type { createSignInMails } from "../deliveries/mail/team-mails.ts";
import type { MailSettings } from "../deliveries/settings.ts";
import { createSignedLinks } from "../deliveries/signed-links.ts";
import { latePlaces } from "../store/backups.ts";
import type { Database } from "../store/database.ts";
import { deedCookie, NO_DEED_COOKIE, readDeed } from "./deed.ts";
import type { Readiness } from "../leads/readiness.ts";
import { createHmac } from "node:crypto";

export interface InboxOptions {
  mails: ReturnType<typeof createSignInMails>;
  site: BuiltSite;
  admin: LeadsAdmin;
  store: Database;
  readiness: Readiness;
  /** Otherwise mails are only written to files. */
  hasMailServer: boolean;
  team: Team;
  limits: Pick<Limits, "signIns">;
  /** Signs the links and the sessions. */
  linkSecret: string;
  /** IANA name of the zone in which days are counted and times are shown. */
  timeZone: string;
  calendars: { states: () => readonly CalendarState[] };
  backupAges: () => BackupAges;
  /** Why a changed content folder is not shown; undefined when it is. */
  contentProblems?: (() => string | undefined) | undefined;
  /** The address of the calendar feed; undefined if the scheduling page is on another site. */
  feed: string | undefined;
  mail: Pick<MailSettings, "notify">;
  now: () => number;
}

export type InboxParts = ReturnType<typeof createInboxParts>;

/** The administration with values alone. Its functions throw {@link InboxFailure} and {@link StaleFailure}. */
type InboxAdmin = {
  [Name in Operation]: (input: Input<Name>, by?: string) => Promise<Output<Name>>;
};

/** A sent form. */
export type Press = ReturnType<InboxParts["press"]>;

export function createInboxParts(options: InboxOptions) {
  const { site, linkSecret, timeZone, now } = options;
  const { manifest, inbox: renderer } = site;
  const headers = inboxHeaders(manifest, renderer);
  const links = createSignedLinks(linkSecret);
  const sessions = createSessions(linkSecret, isServedByTls(manifest), now);
  const signIns = new WeakMap<FastifyRequest, SignIn>();
  const admin = functionsOf<InboxAdmin>(
    ADMIN_OPERATIONS,
    (name) => async (input, by?: string) => okValue<unknown>(await options.admin[name](input, by)),
  );

  /** The signed-in address; undefined after a link of the command line. */
  const by = (request: FastifyRequest) => signIns.get(request)?.email || undefined;

  /** Redirects after a form, so that reloading sends nothing twice. */
  const redirect = (reply: FastifyReply, path: string) => reply.headers(headers).redirect(path, 303);

  function press(request: FastifyRequest<{ Params: Record<string, string> }>, reply: FastifyReply) {
    const fields = readForm(request);
    const { params: ids } = request;
    const seen = seenIn(fields);
    return {
      request,
      reply,
      fields,
      ids,
      /** The lead or call in the address; empty without one. */
      id: ids["id"] ?? "",
      /** The version of the lead that the form's page shows; a program may name none. */
      seen,
      by: by(request),
      /** Runs an operation, whose schema reads the ids, the version and `more`. @throws {InboxFailure | StaleFailure} */
      run: async <Name extends Operation>(name: Name, more: object = {}): Promise<Output<Name>> => {
        const input = { ...ids, ...(seen !== undefined && { seen }), ...more };
        const parsed = v.safeParse(ADMIN_OPERATIONS[name].input, input);
        if (!parsed.success) throw new InboxFailure("unreadable");
        return admin[name](parsed.output, by(request));
      },
      /** The next page says it. @param back the address to which the browser moves @param undo see `undoOf` */
      did: (what: Deed["what"], back: string, undo: readonly string[] = [], count = 1): string => {
        reply.header("set-cookie", deedCookie({ what, count, undo, back }));
        return back;
      },
    };
  }

  return {
    ...options,
    admin,
    leadsAdmin: options.admin,
    headers,
    signIns,
    links,
    sessions,

    /** @param given by default the token in the address @throws {InboxFailure} unless it opens this */
    openLink: (request: FastifyRequest, purpose: LinkPurpose, given?: string) => {
      const token = given ?? readQuery(request).get(TOKEN_FIELD) ?? "";
      const check = links.verify(token, purpose, now());
      if (check.kind !== "valid") throw new InboxFailure(check.kind);
      return { ...check, token };
    },

    by,

    /** @returns undefined for a device that is signed out, as a person who left the team is */
    signInOf: async (request: FastifyRequest): Promise<SignIn | undefined> => {
      const id = sessions.idOf(request);
      const time = new Date(now()).toISOString();
      const [signIn] = id === undefined ? [] : okValue(await readSignIns(options.store, { now: time, id }));
      return signIn && opensInbox(okValue(await options.team.members()))(signIn) ? signIn : undefined;
    },

    page: (reply: FastifyReply, view: InboxView) => {
      const deed = readDeed(reply.request);
      if (deed) reply.header("set-cookie", NO_DEED_COOKIE);
      return reply
        .headers(headers)
        .type("text/html; charset=utf-8")
        .send(renderer.renderInbox({ now: new Date(now()).toISOString(), timeZone, view, deed }));
    },

    redirect,
    press,

    /** What the list and the page of the site's health show of this machine. */
    siteState: () => {
      const backupAges = options.backupAges();
      return {
        calendars: [...options.calendars.states()],
        backupAges,
        lateBackups: latePlaces(backupAges),
        contentProblems: options.contentProblems?.(),
      };
    },

    /** Adds a form. @param work returns the address to which the browser moves, or an answer of its own */
    post: (
      app: FastifyInstance,
      path: string,
      work: (sent: ReturnType<typeof press>) => Promise<string | FastifyReply>,
    ) => {
      app.post<{ Params: Record<string, string> }>(path, async (request, reply) => {
        const next = await work(press(request, reply));
        return typeof next === "string" ? redirect(reply, next) : next;
      });
    },
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

/** Ends a request with the page that says who has changed the leads meanwhile, and makes the change anyway. */
export class StaleFailure extends Error {
  readonly leads: readonly Stale[];

  constructor(leads: readonly Stale[]) {
    super("stale");
    this.leads = leads;
  }
}

/** @throws {InboxFailure | StaleFailure} without a value */
export function okValue<Value>(result: Result<Value>): Value {
  if (result.kind === "ok") return result.value;
  if (result.kind === "stale") throw new StaleFailure([result]);
  throw new InboxFailure(result.kind, result.kind === "unavailable" ? result.reason : undefined);
}

/** @throws {InboxFailure} if it is no number */
function seenIn(fields: ReadonlyMap<string, string>): number | undefined {
  const seen = fields.get(INBOX_FIELDS.seen);
  if (seen === undefined) return undefined;
  if (!/^\d{1,9}$/.test(seen)) throw new InboxFailure("unreadable");
  return Number(seen);
}

/** A route with one id. A hook answers 404 for an invalid id. */
export interface IdRoute {
  Params: { id: string };
}

/** The fields of a form; one that is only a button sends none. @throws {InboxFailure} if the body is not a form */
export function readForm(request: FastifyRequest): ReadonlyMap<string, string> {
  if (!Buffer.isBuffer(request.body) || request.body.length === 0) return new Map();
  const fields = isForm(request) ? parseFormBody(request.body, INBOX_FIELDS.lead) : undefined;
  if (!fields) throw new InboxFailure("unreadable");
  return fields;
}

/** Allows one script, and leaves no trace in caches, search engines or other sites' logs. */
function inboxHeaders(manifest: BuildManifest, { styles, script }: Pick<InboxRenderer, "styles" | "script">) {
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

const COOKIE = "inbox";
const COOKIES = /(?:^|;)\s*inbox=([^;\s]*)/g;

/** Derives a key, so that no link is a valid cookie. @param secure whether the site uses TLS @param now ms since 1970 */
export function createSessions(linkSecret: string, secure: boolean, now: () => number) {
  const signed = createSignedLinks(
    createHmac("sha256", linkSecret).update("nightshift session 1").digest("base64url"),
  );

  function cookie(value: string, seconds: number): string {
    const attributes = [`Path=${INBOX.path}`, `Max-Age=${seconds}`, "HttpOnly", "SameSite=Lax"];
    return [`${COOKIE}=${value}`, ...attributes, ...(secure ? ["Secure"] : [])].join("; ");
  }

  return {
    /** `Set-Cookie` that signs a device in. @param expiresAt milliseconds since 1970 */
    open(subject: string, expiresAt: number): string {
      const token = signed.sign({ purpose: "inbox", subject, expiresAt });
      return cookie(token, Math.max(0, Math.floor((expiresAt - now()) / 1000)));
    },
    close: () => cookie("", 0),
    /** The sign-in of a device's cookie. Only the store knows whether it was ended. */
    idOf({ headers }: FastifyRequest): string | undefined {
      // A browser may send several cookies of one name, for different paths (RFC 6265, section 5.4).
      for (const [, value = ""] of (headers.cookie ?? "").matchAll(COOKIES)) {
        const check = signed.verify(value, "inbox", now());
        if (check.kind === "valid" && check.subject !== "") return check.subject;
      }
      return undefined;
    },
  };
}
