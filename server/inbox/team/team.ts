/** The page of the team, and what its owners change there. */
import { isoTime } from "../../../contract/durations.ts";
import * as v from "valibot";
import { ROLES, TEAM_MAILS } from "../../../contract/inbox/leads-admin.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import { cleanEmail } from "../../../contract/lead/mailbox.ts";
import { lineOf } from "../../../contract/lead/typed-text.ts";
import { isEmailAddress } from "../../../contract/lead/validation.ts";
import type { FastifyInstance } from "fastify";
import { INBOX_FIELDS } from "../fields.ts";
import { InboxFailure, type PostedForm, postForm, present } from "../forms.ts";
import {
  INVITATION_WORKS_MS,
  mailSignInLink,
  type SignInParts,
} from "../sign-in/sign-in.ts";
import { invitationLetter } from "../sign-in/sign-in-mails.ts";
import {
  addMember,
  changeMember,
  changeTeamSettings,
  removeMember,
  readOpenSignIns,
  type Team,
} from "../../leads/team.ts";
import { endSignIns } from "../../leads/sign-ins.ts";

const yesNo = v.exactOptional(
  v.pipe(
    v.picklist(["yes", "no"]),
    v.transform((answer) => answer === "yes"),
  ),
);

const ChangeSchema = v.object({
  role: v.exactOptional(v.picklist(ROLES)),
  mails: v.exactOptional(v.picklist(TEAM_MAILS)),
  takesLeads: yesNo,
});

const LINE_LENGTH = 80;
const line = v.exactOptional(
  v.pipe(
    v.string(),
    v.transform((typed) => lineOf(typed, LINE_LENGTH)),
  ),
);

const SettingsSchema = v.object({
  inTurn: yesNo,
  runner: line,
  runnerPhone: line,
});

function emailIn({ fields }: PostedForm): string {
  const email = cleanEmail(fields.get(INBOX_FIELDS.email) ?? "");
  if (!isEmailAddress(email)) throw new InboxFailure("unreadable");
  return email;
}

function readFields<Schema extends v.GenericSchema>(
  schema: Schema,
  { fields }: PostedForm,
): v.InferOutput<Schema> {
  const read = v.safeParse(schema, Object.fromEntries(fields));
  if (!read.success) throw new InboxFailure("unreadable");
  return read.output;
}

/** @throws {InboxFailure} for everybody but an owner */
async function requireOwner(team: Team, { by }: PostedForm): Promise<void> {
  if (!(await team.isOwner(by))) throw new InboxFailure("not-allowed");
}

export function registerTeam(app: FastifyInstance, access: SignInParts): void {
  registerInvitations(app, access);
  registerChanges(app, access);
  registerSignIns(app, access);
}

function registerSignIns(app: FastifyInstance, access: SignInParts): void {
  const { store, team, now } = access;
  const openSignIns = () => readOpenSignIns(store, team, isoTime(now()));

  app.get(INBOX.team, async ({ signIn }, reply) =>
    reply.show("team", {
      owner: team.owner,
      isOwner: await team.isOwner(signIn?.email),
      members: await team.members(),
      settings: await team.settings(),
      signIns: await openSignIns(),
    }),
  );

  // A link of the command line makes a sign-in without an address, which `emailIn` would refuse.
  postForm(app, INBOX.endSignIns, async (form) => {
    const { fields, request, by } = form;
    const email = fields.get(INBOX_FIELDS.email);
    if (email !== by) await requireOwner(team, form);
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

function registerInvitations(app: FastifyInstance, access: SignInParts): void {
  const { store, team, now } = access;

  postForm(app, INBOX.team, async (form) => {
    await requireOwner(team, form);
    const email = emailIn(form);
    const { by } = form;
    const { log } = form.request;
    const member = { email, by, now: isoTime(now()) };
    const isNew = await addMember(store, team.named, member);
    if (isNew) log.warn({ by }, "somebody was invited to the inbox");
    else if (team.named.includes(email))
      return { what: "member", back: INBOX.team };
    const isMailed = await mailSignInLink(
      access,
      email,
      INVITATION_WORKS_MS,
      log,
      (link) => invitationLetter(access.mail, by, link),
    );
    return { what: isMailed ? "invited" : "unmailed", back: INBOX.team };
  });

  postForm(app, INBOX.removeMember, async (form) => {
    await requireOwner(team, form);
    const email = emailIn(form);
    const { by, request } = form;
    // So nobody locks out the owner, or everybody.
    if (email === team.owner || email === by)
      throw new InboxFailure("unreadable");
    if (await removeMember(store, team.named, email))
      request.log.warn({ by }, "somebody was removed from the inbox");
    return { what: "removed", back: INBOX.team };
  });
}

function registerChanges(app: FastifyInstance, access: SignInParts): void {
  const { store, team, now } = access;

  postForm(app, INBOX.teamMember, async (form) => {
    const email = emailIn(form);
    const change = readFields(ChangeSchema, form);
    const { by, request } = form;
    const isOwn = email === by;
    if (!isOwn || change.role !== undefined) await requireOwner(team, form);
    const isFixed = change.role !== undefined && isOwn;
    if (isFixed || (email === team.owner && change.takesLeads === undefined))
      throw new InboxFailure("unreadable");
    const at = isoTime(now());
    present(await changeMember(store, team.named, email, change, at));
    if (change.role !== undefined)
      request.log.warn(
        { by, role: change.role },
        "a member's role was changed",
      );
    return { what: "chosen", back: INBOX.team };
  });

  postForm(app, INBOX.teamSettings, async (form) => {
    await requireOwner(team, form);
    await changeTeamSettings(store, readFields(SettingsSchema, form));
    return { what: "chosen", back: INBOX.team };
  });
}
