/**
 * Sign-in with a signed link, which a member
 * requested or the command line made.
 */

import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from "fastify";
import { DAY_MS, MINUTE_MS, isoTime } from "../../../contract/durations.ts";
import {
  TOKEN_FIELD,
  INBOX,
  type LinkPurpose,
} from "../../../contract/http/routes.ts";
import { cleanEmail } from "../../../contract/lead/mailbox.ts";
import type { LinkGrant } from "../../deliveries/signed-links.ts";
import { readQuery } from "../../http/forms.ts";
import {
  addMemberLink,
  endSignIns,
  hasNewLink,
  isFirstVisit,
  isUnusedLink,
  openSignInLink,
} from "../../leads/sign-ins.ts";
import { INBOX_FIELDS } from "../fields.ts";
import { backIn, InboxFailure, postForm } from "../forms.ts";
import type { TeamLetter } from "../notices/team-post.ts";
import type { InboxParts, Room } from "../parts.ts";
import { signInLetter } from "./sign-in-mails.ts";

const LINK_WORKS_MS = 15 * MINUTE_MS;

/**
 * A mail server that does not know the sender may take
 * a mail only when it comes again (greylisting).
 */
const ATTEMPTS_AFTER_MS = [0, MINUTE_MS, 5 * MINUTE_MS];

/**
 * Long enough for a weekend. A link that claims to work for longer is refused,
 * because it was made while the clock was ahead.
 */
export const INVITATION_WORKS_MS = 3 * DAY_MS;

const SIGN_IN_LASTS_MS = 7 * DAY_MS;
/**
 * Forms are accepted this much longer than pages are shown, so that nobody
 * loses a text that was typed after a weekend on a page from before it.
 */
const TYPING_MS = 3 * DAY_MS;

/**
 * Mails a sign-in link if the address belongs to
 * the team. Every address gets the same answer.
 * @param back the page that the link opens
 */
export async function askForLink(
  parts: InboxParts,
  email: string,
  back: string,
  reply: FastifyReply,
) {
  const { request } = reply;
  const permit = await parts.limits.mailedLinks(request.ip);
  if ("retryAfter" in permit) reply.header("retry-after", permit.retryAfter);
  if (permit.kind !== "granted") throw new InboxFailure("too-many");
  async function mailToMember(): Promise<void> {
    if (!(await parts.team.addresses()).includes(email)) return;
    const write = (link: LinkGrant) =>
      signInLetter(parts.mail, email, link, back);
    for (const pauseMs of ATTEMPTS_AFTER_MS) {
      await new Promise((done) => setTimeout(done, pauseMs));
      const { log } = request;
      if (await mailSignInLink(parts, email, LINK_WORKS_MS, log, write)) return;
    }
  }
  // This runs after the answer, so the answer's time
  // does not reveal whether the address is known.
  reply.raw.once("finish", () => {
    mailToMember().catch((error: unknown) => {
      request.log.error({ err: error }, "a sign-in link could not be mailed");
    });
  });
  return reply.show("AskPage", { sent: email });
}

/**
 * @returns the open sign-in; undefined if there
 * is none, or its member has left the team
 */
export async function readSignIn(
  { team, sessions, now }: InboxParts,
  request: FastifyRequest,
) {
  const id = sessions.idOf(request);
  if (id === undefined) return undefined;
  const until = request.method === "POST" ? now() : now() + TYPING_MS;
  return (await team.openSignIns(isoTime(until), id))[0];
}

/**
 * Whether a link led here whose sign-in is open, but whose cookie
 * did not come: the browser has not kept the cookie.
 */
export async function isCookieLost(
  { mail, team, now }: InboxParts,
  { headers }: FastifyRequest,
): Promise<boolean> {
  const from = URL.parse(headers.referer ?? "")?.searchParams;
  const token = from?.get(TOKEN_FIELD) ?? "";
  const check = mail.links.verify(token, "inbox", now());
  if (check.kind !== "valid") return false;
  return (await team.openSignIns(isoTime(now()), check.subject)).length > 0;
}

export const registerSignIn: Room = (app, parts) => {
  const { store, sessions, now } = parts;

  postForm(app, INBOX.ask, async ({ reply, fields }) => {
    const email = cleanEmail(fields.get(INBOX_FIELDS.email) ?? "");
    const back = backIn(fields);
    return email === ""
      ? reply.show("AskPage", { back })
      : askForLink(parts, email, back, reply);
  });

  /**
   * Whether this link signed in this device.
   * Its mail is pressed again in the same week.
   */
  async function isOpenHere(request: FastifyRequest): Promise<boolean> {
    const open = await readSignIn(parts, request);
    const [, subject = ""] = tokenOf(request).split(".");
    return open?.id === subject;
  }

  // Mail programs open links, so only the page's button signs in.
  app.get(INBOX.signIn, async (request, reply) => {
    if (await isOpenHere(request))
      return reply.redirect(backIn(readQuery(request)), 303);
    const { subject } = checkLink(parts, "inbox", request);
    if (!(await isUnusedLink(store, subject, now())))
      throw new InboxFailure("used");
    return reply.show("SignInPage", {});
  });

  postForm(app, INBOX.signIn, async ({ request, reply }) => {
    const { subject: id, expiresAt } = checkLink(parts, "inbox", request);
    const at = now();
    if (expiresAt > at + INVITATION_WORKS_MS) throw new InboxFailure("expired");
    const endsAt = at + SIGN_IN_LASTS_MS + TYPING_MS;
    if (!(await openSignInLink(store, id, { at, endsAt })))
      throw new InboxFailure("used");
    reply.header("set-cookie", sessions.open(id, endsAt));
    const back = backIn(readQuery(request));
    return back === INBOX.path &&
      parts.isNewSite &&
      (await isFirstVisit(store, at))
      ? `${INBOX.launch}?first`
      : back;
  });
};

const tokenOf = (request: FastifyRequest): string =>
  readQuery(request).get(TOKEN_FIELD) ?? "";

/**
 * @throws {InboxFailure} unless the address
 * has a token that is valid for this purpose
 */
export function checkLink(
  { mail, now }: InboxParts,
  purpose: LinkPurpose,
  request: FastifyRequest,
) {
  const check = mail.links.verify(tokenOf(request), purpose, now());
  if (check.kind !== "valid") throw new InboxFailure(check.kind);
  return check;
}

/**
 * Mails a link, unless too many links are unopened.
 * @param log gets the reason of a failure
 */
export async function mailSignInLink(
  { store, post, now }: InboxParts,
  to: string,
  worksMs: number,
  log: FastifyBaseLogger,
  write: (link: LinkGrant) => TeamLetter,
): Promise<boolean> {
  if (await hasNewLink(store, to, now(), worksMs)) return true;
  const link = await addMemberLink(store, to, now(), worksMs);
  if (!link) return false;
  const result = await post.send(`sign-in-${link.subject}`, write(link), to);
  if (!("reason" in result)) return true;
  log.error({ reason: result.reason }, "a sign-in link could not be mailed");
  // A link that could not be sent does not count against the address.
  if (result.kind !== "unconfirmed") await endSignIns(store, [link.subject]);
  return false;
}
