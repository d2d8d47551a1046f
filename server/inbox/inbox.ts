/**
 * `/inbox`: the operator's pages. A signed link signs a device in, a cookie keeps it in, and everything that changes
 * something is a form of one of these pages.
 */
import type { FastifyInstance, onRequestHookHandler } from "fastify";
import type { Desk } from "../desk/desk.ts";
import type { BuiltSite } from "../http/built-site.ts";
import { isCrossSite } from "../http/same-site.ts";
import { isServedByTls } from "../../contract/security-policy.ts";
import { createSignedLinks, type SignedLinks } from "../outbox/links/signed-links.ts";
import { registerEntrance } from "./entrance.ts";
import { inboxHeaders } from "./headers.ts";
import { registerLead } from "./lead.ts";
import { registerList } from "./list.ts";
import { registerMailLinks } from "./mail-links.ts";
import { createSessions, type Sessions } from "./session.ts";
import { createShow, type Show } from "./show.ts";

export interface InboxOptions {
  site: BuiltSite;
  desk: Desk;
  linkSecret: string;
  /** IANA name, in which times are shown. */
  timeZone: string;
  /** The time in milliseconds since 1970. */
  now: () => number;
}

/** What the routes are made of. */
export interface InboxParts {
  desk: Desk;
  show: Show;
  links: SignedLinks;
  sessions: Sessions;
  timeZone: string;
  now: () => number;
  /** Answers who is not signed in. */
  signedIn: onRequestHookHandler;
  /** Answers a form that another site sent. Every route that changes something has it. */
  ownForm: onRequestHookHandler;
}

export function registerInbox(app: FastifyInstance, options: InboxOptions): void {
  const { site, desk, linkSecret, timeZone, now } = options;
  const { manifest, inbox } = site;
  const sessions = createSessions(linkSecret, isServedByTls(manifest), now);
  const headers = inboxHeaders(manifest, inbox.styles);
  const show = createShow({
    renderInbox: (state) => inbox.renderInbox(state),
    headers,
    timeZone,
    isSignedIn: sessions.isOpen,
    now,
  });
  const parts: InboxParts = {
    desk,
    show,
    links: createSignedLinks(linkSecret),
    sessions,
    timeZone,
    now,
    signedIn: (request, reply, done) => {
      if (sessions.isOpen(request)) done();
      else show.refusal(request, reply, "signed-out");
    },
    ownForm: (request, reply, done) => {
      if (isCrossSite(request, manifest.site.siteUrl)) show.refusal(request, reply, "foreign");
      else done();
    },
  };
  registerEntrance(app, parts);
  registerMailLinks(app, parts);
  registerList(app, parts);
  registerLead(app, parts);
}
