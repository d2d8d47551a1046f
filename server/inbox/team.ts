/** Who may open the inbox: invitations, removals, and the ends of sign-ins. */
import { INBOX_FIELDS } from "../../contract/inbox.ts";
import { INBOX } from "../../contract/routes.ts";
import { cleanEmail } from "../../contract/typed-text.ts";
import { isEmailAddress } from "../../contract/validation.ts";
import type { FastifyInstance } from "fastify";
import { InboxFailure, okValue, type InboxParts, type Press } from "./inbox-parts.ts";
import { createLinkMailer, INVITATION_WORKS_MS } from "./sign-in.ts";
import { addMember, removeMember } from "../leads/sign-ins.ts";

/** Far more than an agency has, and the page stays readable. */
const MOST_INVITED = 50;

export function registerTeam(app: FastifyInstance, parts: InboxParts): void {
  const { admin, store, team, page, post, by, signIns, now } = parts;
  const mailLink = createLinkMailer(parts, INVITATION_WORKS_MS);

  function emailIn({ fields }: Press): string {
    const email = cleanEmail(fields.get(INBOX_FIELDS.email) ?? "");
    if (!isEmailAddress(email)) throw new InboxFailure("unreadable");
    return email;
  }

  app.get(INBOX.team, async (request, reply) =>
    page(reply, {
      view: "team",
      members: await admin.team({}),
      signIns: await admin.signIns({}),
      me: by(request),
      mine: signIns.get(request)?.id ?? "",
    }),
  );

  // A repeated invitation mails another link.
  post(app, INBOX.team, async (press) => {
    const [email, { log }] = [emailIn(press), press.request];
    if (team.first.includes(email)) return `${INBOX.team}#member`;
    const invited = { email, by: press.by, now: new Date(now()).toISOString(), most: MOST_INVITED };
    if (!okValue(await addMember(store, invited))) return `${INBOX.team}#full`;
    log.warn({ by: press.by }, "somebody was invited to the inbox");
    const isMailed = await mailLink(email, log, (mail, until) =>
      parts.mails.mailInvited(mail, press.by, until),
    );
    return `${INBOX.team}#${isMailed ? "invited" : "unmailed"}`;
  });

  post(app, INBOX.removeMember, async (press) => {
    const email = emailIn(press);
    if (team.first.includes(email)) throw new InboxFailure("unreadable");
    okValue(await removeMember(store, email));
    press.request.log.warn({ by: press.by }, "somebody was removed from the inbox");
    return `${INBOX.team}#removed`;
  });

  /** Of one person, or of the links of the command line, whose address is empty; the sign-in that asks stays. */
  post(app, INBOX.endSignIns, async ({ fields, request }) => {
    const email = fields.get(INBOX_FIELDS.email);
    const open = await admin.signIns({});
    const theirs = open.filter((one) => one.email === email && one.id !== signIns.get(request)?.id);
    await admin.endSignIns({ ids: theirs.map(({ id }) => id) });
    return `${INBOX.team}#ended`;
  });
}
