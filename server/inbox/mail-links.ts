/** Behind the links of a mail: a lead, and the button that marks it as answered. The token stands for a sign-in. */
import type { InboxParts } from "./inbox-parts.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { INBOX } from "../../contract/inbox.ts";
import { LINK_PATHS, type LinkPurpose } from "../outbox/links/signed-links.ts";
import { readQuery } from "./input.ts";

export function registerMailLinks(app: FastifyInstance, parts: InboxParts): void {
  const { admin, pages, links, now, ownForm } = parts;

  app.get(LINK_PATHS.show, (request, reply) =>
    open(request, reply, "show", async (leadId) =>
      pages.result(request, reply, await admin.lead({ id: leadId }), (detail) =>
        pages.page(reply, { view: "mail-lead", detail }),
      ),
    ),
  );

  app.get(LINK_PATHS.answer, (request, reply) =>
    open(request, reply, "answer", async (leadId, action) =>
      pages.result(request, reply, await admin.lead({ id: leadId }), (detail) =>
        pages.page(reply, { view: "answer", detail, action }),
      ),
    ),
  );

  app.post(LINK_PATHS.answer, { onRequest: [ownForm] }, (request, reply) =>
    open(request, reply, "answer", async (leadId, action) =>
      pages.result(request, reply, await admin.answer({ id: leadId }), () => pages.redirect(reply, action)),
    ),
  );

  async function open(
    request: FastifyRequest,
    reply: FastifyReply,
    purpose: LinkPurpose,
    use: (leadId: string, address: string) => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    const token = readQuery(request).get(INBOX.tokenField) ?? "";
    const check = links.verify(token, purpose, now());
    if (check.kind !== "valid") return pages.error(request, reply, check.kind);
    return use(check.subject, `${LINK_PATHS[purpose]}?${INBOX.tokenField}=${token}`);
  }
}
