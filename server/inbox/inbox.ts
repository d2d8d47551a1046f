/**
 * `/inbox`: the operator's pages. A signed link signs a device in, a cookie keeps it in, and everything that changes
 * something is a form of one of these pages.
 */
import type { FastifyInstance } from "fastify";
import type { LeadsAdmin } from "../admin/leads-admin.ts";
import type { BuiltSite } from "../http/built-site.ts";
import { isCrossSite } from "../http/same-site.ts";
import { isServedByTls } from "../../contract/security-policy.ts";
import { createSignedLinks } from "../outbox/links/signed-links.ts";
import { registerSignIn } from "./sign-in.ts";
import { registerDelete } from "./delete.ts";
import { registerFunnelPage } from "./funnel.ts";
import { inboxHeaders } from "./headers.ts";
import type { InboxParts } from "./inbox-parts.ts";
import { registerLead } from "./lead.ts";
import { registerList } from "./list.ts";
import { registerMailLinks } from "./mail-links.ts";
import { createSessions } from "./session.ts";
import { createInboxPages } from "./inbox-pages.ts";

export interface InboxOptions {
  site: BuiltSite;
  admin: LeadsAdmin;
  linkSecret: string;
  /** IANA name, in which times are shown. */
  timeZone: string;
  /** The time in milliseconds since 1970. */
  now: () => number;
}

export function registerInbox(app: FastifyInstance, options: InboxOptions): void {
  const { site, admin, linkSecret, timeZone, now } = options;
  const { manifest, inbox } = site;
  const sessions = createSessions(linkSecret, isServedByTls(manifest), now);
  const headers = inboxHeaders(manifest, inbox.styles);
  const pages = createInboxPages({
    renderInbox: (state) => inbox.renderInbox(state),
    headers,
    timeZone,
    isSignedIn: sessions.isOpen,
    now,
  });
  const parts: InboxParts = {
    admin,
    pages,
    links: createSignedLinks(linkSecret),
    sessions,
    timeZone,
    now,
    signedIn: (request, reply, done) => {
      if (sessions.isOpen(request)) done();
      else pages.error(request, reply, "signed-out");
    },
    ownForm: (request, reply, done) => {
      if (isCrossSite(request, manifest.site.siteUrl)) pages.error(request, reply, "foreign");
      else done();
    },
  };
  registerSignIn(app, parts);
  registerMailLinks(app, parts);
  registerList(app, parts);
  registerLead(app, parts);
  registerDelete(app, parts);
  registerFunnelPage(app, parts);
}
