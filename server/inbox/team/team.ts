import { INBOX_FIELDS } from "../fields.ts";
import { TEAM_MAILS } from "../../../contract/inbox/leads-admin.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import { cleanEmail } from "../../../contract/lead/mailbox.ts";
import { isEmailAddress } from "../../../contract/lead/validation.ts";
import type { FastifyInstance } from "fastify";
import { InboxFailure, type PostedForm, postForm, present } from "../forms.ts";
import {
  INVITATION_WORKS_MS,
  mailSignInLink,
  type SignInParts,
} from "../sign-in/sign-in.ts";
import { isoTime } from "../../leads/days.ts";
import { readOpenSignIns } from "../../leads/team.ts";
import {
  addMember,
  allowEdits,
  chooseMails,
  endSignIns,
  removeMember,
} from "../../leads/sign-ins.ts";

function emailIn({ fields }: PostedForm): string {
  const email = cleanEmail(fields.get(INBOX_FIELDS.email) ?? "");
  if (!isEmailAddress(email)) throw new InboxFailure("unreadable");
  return email;
}

export function registerTeam(app: FastifyInstance, access: SignInParts): void {
  registerMembers(app, access);
  registerSignIns(app, access);
}

function registerSignIns(app: FastifyInstance, access: SignInParts): void {
  const { store, team, now } = access;
  const openSignIns = () => readOpenSignIns(store, team, isoTime(now()));

  app.get(INBOX.team, async (_request, reply) => {
    const members = await team.members();
    return reply.show("team", { members, signIns: await openSignIns() });
  });

  // A link of the command line makes a sign-in without an address, which `emailIn` would refuse.
  postForm(app, INBOX.endSignIns, async ({ fields, request }) => {
    const email = fields.get(INBOX_FIELDS.email);
    const ofAddress = (await openSignIns()).filter(
      (signIn) => signIn.email === email,
    );
    const ids = ofAddress
      .map(({ id }) => id)
      .filter((id) => id !== request.signIn?.id);
    await endSignIns(store, ids);
    return { what: "ended", back: INBOX.team };
  });
}

function registerMembers(app: FastifyInstance, access: SignInParts): void {
  const { store, team, now } = access;

  postForm(app, INBOX.team, async (form) => {
    const email = emailIn(form);
    const { log } = form.request;
    if (team.permanent.includes(email))
      return { what: "member", back: INBOX.team };
    await addMember(store, { email, by: form.by, now: isoTime(now()) });
    log.warn({ by: form.by }, "somebody was invited to the inbox");
    const isMailed = await mailSignInLink(
      access,
      email,
      INVITATION_WORKS_MS,
      log,
      (mail) => access.mails.mailInvited(mail, form.by),
    );
    return { what: isMailed ? "invited" : "unmailed", back: INBOX.team };
  });

  postForm(app, INBOX.teamMails, async ({ fields, by = "" }) => {
    const mails = TEAM_MAILS.find(
      (one) => one === fields.get(INBOX_FIELDS.mails),
    );
    if (mails === undefined || team.permanent.includes(by))
      throw new InboxFailure("unreadable");
    present(await chooseMails(store, { email: by, mails }));
    return { what: "chosen", back: INBOX.team };
  });

  postForm(app, INBOX.memberEdits, async (form) => {
    const email = emailIn(form);
    const { fields, request, by } = form;
    const isOwner = by === undefined || team.permanent.includes(by);
    if (!isOwner) throw new InboxFailure("not-allowed");
    const mayEdit = fields.get(INBOX_FIELDS.action) === "allow" ? 1 : 0;
    present(await allowEdits(store, { email, mayEdit }));
    request.log.warn({ by, mayEdit }, "who may change the site was changed");
    return { what: "chosen", back: INBOX.team };
  });

  postForm(app, INBOX.removeMember, async (form) => {
    const email = emailIn(form);
    if (team.permanent.includes(email)) throw new InboxFailure("unreadable");
    if (await removeMember(store, email))
      form.request.log.warn(
        { by: form.by },
        "somebody was removed from the inbox",
      );
    return { what: "removed", back: INBOX.team };
  });
}
