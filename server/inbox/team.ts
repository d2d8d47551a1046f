/** Who may open the inbox: invitations, removals, and the ends of sign-ins. */
import { INBOX_FIELDS } from "../../contract/inbox.ts";
import { INBOX } from "../../contract/routes.ts";
import { isEmailAddress } from "../../contract/validation.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { InboxFailure, okValue, readForm, type InboxParts } from "./inbox-parts.ts";
import { createLinkMailer, INVITATION_WORKS_MS } from "./sign-in.ts";

/** Far more than an agency has, and the page stays readable. */
const MOST_INVITED = 50;

export function registerTeam(app: FastifyInstance, parts: InboxParts): void {
  const { admin, store, team, page, redirect, by, signIns, now } = parts;
  const mailLink = createLinkMailer(parts, INVITATION_WORKS_MS);

  function emailIn(request: FastifyRequest): string {
    const email = readForm(request).get(INBOX_FIELDS.email)?.trim().toLowerCase() ?? "";
    if (!isEmailAddress(email)) throw new InboxFailure("unreadable");
    return email;
  }

  app.get(INBOX.team, async (request, reply) =>
    page(reply, {
      view: "team",
      members: okValue(await admin.team({})),
      signIns: okValue(await admin.signIns({})),
      me: by(request),
      mine: signIns.get(request)?.id ?? "",
    }),
  );

  // A repeated invitation mails another link.
  app.post(INBOX.team, async (request, reply) => {
    const email = emailIn(request);
    if (team.first.includes(email)) return redirect(reply, `${INBOX.team}#member`);
    const time = new Date(now()).toISOString();
    const isInvited = await store.run("invite", { email, by: by(request), now: time, most: MOST_INVITED });
    if (!okValue(isInvited)) return redirect(reply, `${INBOX.team}#full`);
    request.log.warn({ by: by(request) }, "somebody was invited to the inbox");
    const isMailed = await mailLink(email, request.log, (mail, until) =>
      parts.mailInvited(mail, by(request), until),
    );
    return redirect(reply, `${INBOX.team}#${isMailed ? "invited" : "unmailed"}`);
  });

  app.post(INBOX.removeMember, async (request, reply) => {
    const email = emailIn(request);
    if (team.first.includes(email)) throw new InboxFailure("unreadable");
    okValue(await store.run("removeMember", email));
    request.log.warn({ by: by(request) }, "somebody was removed from the inbox");
    return redirect(reply, `${INBOX.team}#removed`);
  });

  /** Of one person, or of the links of the command line, whose address is empty; the sign-in that asks stays. */
  app.post(INBOX.endSignIns, async (request, reply) => {
    const email = readForm(request).get(INBOX_FIELDS.email);
    const open = okValue(await admin.signIns({}));
    const theirs = open.filter((one) => one.email === email && one.id !== signIns.get(request)?.id);
    okValue(await admin.endSignIns({ ids: theirs.map(({ id }) => id) }));
    return redirect(reply, `${INBOX.team}#ended`);
  });
}
