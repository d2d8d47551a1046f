/** The pages behind the links of mails about a lead. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { INBOX_FIELDS, NOT_SPAM, SPAM } from "../../contract/inbox.ts";
import { INBOX, LINK_PATHS, linkPath, TOKEN_FIELD } from "../../contract/routes.ts";
import { readLeadFor } from "../deliveries/signed-links.ts";
import type { ChangeNow } from "../leads/history.ts";
import { readLead } from "../leads/read-lead.ts";
import { answerLead, reopenLead, setOutcome } from "./admin-changes.ts";
import { InboxFailure, okValue } from "./failures.ts";
import { postForm } from "./posted-form.ts";
import type { RenderView } from "./render-view.ts";
import type { Sessions } from "./sessions.ts";
import { askForLink, openLink, readSignIn, tokenIn, wayCookie, type SignInParts } from "./sign-in.ts";

interface MailLinksParts {
  change: ChangeNow;
  render: RenderView;
  access: SignInParts;
  sessions: Sessions;
  /** The agency's addresses. */
  notify: readonly string[];
}

/** The pages behind a mail's links, whose token replaces a sign-in and names whose mail it was. */
export function registerMailLinks(app: FastifyInstance, parts: MailLinksParts) {
  const { change, render, access, sessions, notify } = parts;
  const { store } = access;

  async function opened(request: FastifyRequest, purpose: "show" | "answer") {
    const { subject, token } = openLink(access, purpose, tokenIn(request));
    const lead = readLeadFor(subject, [...(await access.team.addresses()), ...notify]);
    if (!lead) throw new InboxFailure("expired");
    return { ...lead, action: linkPath(purpose, token) };
  }

  app.get(LINK_PATHS.show, async (request, reply) => {
    const { id } = await opened(request, "show");
    if (await readSignIn(access, sessions, request)) return reply.redirect(INBOX.lead(id), 303);
    const token = tokenIn(request);
    return render(reply, { view: "mail-lead", detail: okValue(await readLead(store, id)), token });
  });

  /** Mails the reader of the mail a link that signs in and leads on to the lead. */
  postForm(app, INBOX.askByLink, async ({ request, reply, fields }) => {
    const { subject } = openLink(access, "show", fields.get(TOKEN_FIELD) ?? "");
    const lead = readLeadFor(subject, [...(await access.team.addresses()), ...notify]);
    if (!lead) throw new InboxFailure("expired");
    reply.header("set-cookie", wayCookie(INBOX.lead(lead.id)));
    if (lead.by === undefined) return render(reply, { view: "ask", sent: false });
    return askForLink({ access, render }, lead.by, request, reply);
  });

  app.get(LINK_PATHS.answer, async (request, reply) => {
    const { id, action } = await opened(request, "answer");
    return render(reply, { view: "answer", detail: okValue(await readLead(store, id)), action });
  });

  postForm(app, LINK_PATHS.answer, async ({ request, seen, fields }) => {
    const { id, by, action } = await opened(request, "answer");
    const outcome = fields.get(INBOX_FIELDS.outcome);
    const made = change({ id, seen }, by);
    if (outcome === SPAM) okValue(await setOutcome(store, { ...made, outcome }));
    else if (outcome === NOT_SPAM) okValue(await reopenLead(store, made));
    else okValue(await answerLead(store, made));
    return action;
  });
}
