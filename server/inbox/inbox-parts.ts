/** Parts that all routes of the inbox share: services, guards, and readers of queries and forms. */
import type { FastifyRequest, onRequestAsyncHookHandler, onRequestHookHandler } from "fastify";
import type { CalendarState } from "../../contract/calendars.ts";
import { INBOX } from "../../contract/inbox.ts";
import type { LeadSheet } from "../../contract/lead-sheet.ts";
import { parseFormBody } from "../http/form-body.ts";
import type { TakeTokens } from "../http/rate-limit.ts";
import type { LeadsAdmin } from "../leads/leads-admin.ts";
import type { SendResult } from "../outbox/channel.ts";
import type { SignedLinks } from "../outbox/links/signed-links.ts";
import type { BackupAges } from "../storage/backups.ts";
import type { Store } from "../storage/operations.ts";
import type { InboxPages } from "./inbox-pages.ts";
import type { Sessions } from "./session.ts";

export interface TeamSignIn {
  store: Pick<Store, "run">;
  /** Addresses that may ask for a link, in lower case. */
  team: readonly string[];
  /**
   * Mails the link of a token.
   * @param id names the mail
   * @param from the browser that asked, as `askedFrom` describes it
   */
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
