/**
 * The pages to which links in mails and chats lead. The token of a link opens
 * one lead without a sign-in. In a mail, the token also says who the reader is.
 */

import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  INBOX,
  LINK_PATHS,
  type LinkPurpose,
} from "../../../contract/http/routes.ts";
import { readCalls } from "../../calls/stored-calls.ts";
import { readLeadFor } from "../../deliveries/signed-links.ts";
import { readLead } from "../../leads/read-lead.ts";
import { INBOX_FIELDS } from "../fields.ts";
import { InboxFailure, postForm, present } from "../forms.ts";
import { followUpOn } from "../lead/routes.ts";
import { markLead } from "../mark/mark-lead.ts";
import { markOf } from "../mark/marks.ts";
import type { InboxParts, Room } from "../parts.ts";
import { askForLink, checkLink, readSignIn } from "../sign-in/sign-in.ts";

/**
 * @returns the subject of a link, and who reads it, if the link names anybody
 */
async function openLink(
  parts: InboxParts,
  purpose: LinkPurpose,
  request: FastifyRequest,
) {
  const { subject } = checkLink(parts, purpose, request);
  const opened = readLeadFor(subject, await parts.team.addresses());
  if (!opened) throw new InboxFailure("expired");
  return opened;
}

export const registerMailedLinks: Room = (app, parts) => {
  const { store, change } = parts;

  app.get(LINK_PATHS.show, async (request, reply) => {
    const { id } = await openLink(parts, "show", request);
    if (await readSignIn(parts, request))
      return reply.redirect(INBOX.lead(id), 303);
    const detail = present(await readLead(store, id));
    return reply.show("MailLeadPage", { detail });
  });

  // Mails a link that signs in and shows the lead.
  // If no reader is named, asks for an address.
  postForm(app, LINK_PATHS.show, async ({ request, reply }) => {
    const { id, by } = await openLink(parts, "show", request);
    const back = INBOX.lead(id);
    if (by === undefined) return reply.show("AskPage", { back });
    return askForLink(parts, by, back, reply);
  });

  app.get(LINK_PATHS.answer, async (request, reply) => {
    const { id } = await openLink(parts, "answer", request);
    return reply.show("AnswerPage", {
      detail: present(await readLead(store, id)),
    });
  });

  postForm(app, LINK_PATHS.answer, async ({ request, seen, fields }) => {
    const opened = await openLink(parts, "answer", request);
    const mark = markOf(fields.get(INBOX_FIELDS.mark));
    present(await markLead(store, mark, change({ ...opened, seen })));
    return request.url;
  });

  for (const said of ["came", "missed"] as const)
    registerCallOver(app, parts, said);
};

/** Says whether a visitor came, and then what came of the call. */
function registerCallOver(
  app: FastifyInstance,
  parts: InboxParts,
  said: "came" | "missed",
) {
  const { store, change, calls } = parts;

  async function readCall(request: FastifyRequest) {
    const { id, by } = await openLink(parts, said, request);
    // Links of earlier versions name no reader, who may have left the team.
    if (by === undefined) throw new InboxFailure("expired");
    const [line] = await readCalls(store, { id });
    const detail = present(await readLead(store, present(line).leadId));
    const call = present(detail.bookings.find((one) => one.id === id));
    return { detail, call, by };
  }

  app.get(LINK_PATHS[said], async (request, reply) => {
    const { detail, call } = await readCall(request);
    return reply.show("CallOverPage", { detail, call, said });
  });

  postForm(app, LINK_PATHS[said], async ({ request, seen, fields }) => {
    const { detail, call, by } = await readCall(request);
    const now = change({ id: detail.lead.id, seen, by });
    const mark = fields.get(INBOX_FIELDS.mark);
    const day = fields.get(INBOX_FIELDS.followUpOn);
    const back = request.url;
    if (mark !== undefined) await markLead(store, markOf(mark), now);
    else if (day === undefined)
      present(await calls.say(call.id, said, { seen, by }));
    else return { what: await followUpOn(store, now, day), back };
    return back;
  });
}
