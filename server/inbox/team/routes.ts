/** The page of the team, and what its owners change there. */

import * as v from "valibot";
import { isoTime } from "../../../contract/durations.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import { ROLES, TEAM_MAILS } from "../../../contract/inbox/leads-admin.ts";
import { cleanEmail } from "../../../contract/lead/mailbox.ts";
import { lineOf } from "../../../contract/lead/typed-text.ts";
import { isEmailAddress } from "../../../contract/lead/validation.ts";
import { endSignIns } from "../../leads/sign-ins.ts";
import type { Deed } from "../deed.ts";
import { INBOX_FIELDS } from "../fields.ts";
import {
  InboxFailure,
  type PageForms,
  type PostedForm,
  postForms,
  present,
} from "../forms.ts";
import type { InboxParts, Room } from "../parts.ts";
import { invitationLetter } from "../sign-in/sign-in-mails.ts";
import { INVITATION_WORKS_MS, mailSignInLink } from "../sign-in/sign-in.ts";

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

/** @throws {InboxFailure} if the text is no address */
function parseEmail(typed: string): string {
  const email = cleanEmail(typed);
  if (!isEmailAddress(email)) throw new InboxFailure("no-address");
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
function requireOwner({ request }: PostedForm): void {
  if (request.signIn?.role !== "owner") throw new InboxFailure("not-allowed");
}

const did = (what: Deed["what"]): Deed => ({ what, back: INBOX.page("team") });

export const routes: Room = (app, parts) => {
  const { team, now } = parts;

  app.get(INBOX.page("team"), async ({ signIn }, reply) =>
    reply.show("TeamPage", {
      owner: team.owner,
      isOwner: signIn?.role === "owner",
      members: await team.members(),
      settings: await team.settings(),
      signIns: await team.openSignIns(isoTime(now())),
    }),
  );

  postForms(app, INBOX.page("team"), {
    ...choiceForms(parts),
    ...memberForms(parts),
  });
};

/** What a member may do and gets, and what all share. */
function choiceForms({ team, now }: InboxParts): PageForms {
  async function choose(form: PostedForm): Promise<Deed> {
    const { by, request, fields } = form;
    const email = parseEmail(fields.get(INBOX_FIELDS.email) ?? "");
    const change = readFields(ChangeSchema, form);
    const { role } = change;
    const isOwn = email === by;
    if (!isOwn || role !== undefined) requireOwner(form);
    if (isOwn && role !== undefined) throw new InboxFailure("unreadable");
    present(await team.change(email, change, isoTime(now())));
    if (role !== undefined)
      request.log.warn({ by, role }, "a member's role was changed");
    const back = `${INBOX.page("team")}#${encodeURIComponent(email)}`;
    return { what: "chosen", back };
  }

  async function save(form: PostedForm): Promise<Deed> {
    requireOwner(form);
    await team.changeSettings(readFields(SettingsSchema, form));
    return did("chosen");
  }

  return {
    [INBOX_FIELDS.role]: choose,
    [INBOX_FIELDS.mails]: choose,
    [INBOX_FIELDS.takesLeads]: choose,
    [INBOX_FIELDS.inTurn]: save,
    [INBOX_FIELDS.runner]: save,
  };
}

/** Who is in the team, and signed in. */
function memberForms(parts: InboxParts): PageForms {
  const { store, team, now } = parts;
  return {
    async [INBOX_FIELDS.email](form, typed) {
      requireOwner(form);
      const email = parseEmail(typed);
      const { by } = form;
      const { log } = form.request;
      if (await team.add(email, by, isoTime(now())))
        log.warn({ by }, "somebody was invited to the inbox");
      else if (team.named.includes(email)) return did("member");
      const isMailed = await mailSignInLink(
        parts,
        email,
        INVITATION_WORKS_MS,
        log,
        (link) => invitationLetter(parts.mail, by, link),
      );
      return did(isMailed ? "invited" : "unmailed");
    },

    async [INBOX_FIELDS.removed](form, typed) {
      requireOwner(form);
      const email = parseEmail(typed);
      const { by, request } = form;
      // So nobody locks out the owner, or everybody.
      if (email === team.owner || email === by)
        throw new InboxFailure("unreadable");
      if (await team.remove(email))
        request.log.warn({ by }, "somebody was removed from the inbox");
      return did("removed");
    },

    async [INBOX_FIELDS.signedOut](form, email) {
      if (email !== form.by) requireOwner(form);
      const signIns = await team.openSignIns(isoTime(now()));
      const ids = signIns
        .filter((signIn) => (signIn.email ?? "") === email)
        .map(({ id }) => id)
        .filter((id) => id !== form.request.signIn?.id);
      await endSignIns(store, ids);
      return did("ended");
    },
  };
}
