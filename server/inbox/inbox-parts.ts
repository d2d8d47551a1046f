/** What the routes of the inbox are made of. */
import type { FastifyRequest, onRequestAsyncHookHandler, onRequestHookHandler } from "fastify";
import type { CalendarState } from "../../contract/calendars.ts";
import type { LeadsAdmin } from "../leads/leads-admin.ts";
import type { SignedLinks } from "../outbox/links/signed-links.ts";
import type { InboxPages } from "./inbox-pages.ts";
import type { Sessions } from "./session.ts";
import type { TeamSignIn } from "./door.ts";

export interface InboxParts {
  admin: LeadsAdmin;
  pages: InboxPages;
  links: SignedLinks;
  /** Gives the id of a sign-in its mark. */
  markSignIn: (id: string) => string;
  sessions: Sessions;
  teamSignIn: TeamSignIn;
  timeZone: string;
  calendars: () => readonly CalendarState[];
  now: () => number;
  /** Asks who is not signed in for an address. */
  signedIn: onRequestAsyncHookHandler;
  /** The address of who is; undefined for who came by a link of the command line. */
  by: (request: FastifyRequest) => string | undefined;
  /** Answers a form that another site sent. Every route that changes something has it. */
  ownForm: onRequestHookHandler;
}
