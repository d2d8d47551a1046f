/** What the routes of the inbox are made of. */
import type { onRequestHookHandler } from "fastify";
import type { LeadsAdmin } from "../admin/leads-admin.ts";
import type { SignedLinks } from "../outbox/links/signed-links.ts";
import type { InboxPages } from "./inbox-pages.ts";
import type { Sessions } from "./session.ts";

export interface InboxParts {
  admin: LeadsAdmin;
  pages: InboxPages;
  links: SignedLinks;
  sessions: Sessions;
  timeZone: string;
  now: () => number;
  /** Answers who is not signed in. */
  signedIn: onRequestHookHandler;
  /** Answers a form that another site sent. Every route that changes something has it. */
  ownForm: onRequestHookHandler;
}
