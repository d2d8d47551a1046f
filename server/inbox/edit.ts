/** Adds leads that called, and corrects typing errors in leads. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LEAD_COLUMNS, emailOrPhone, leadColumns, type LeadColumn } from "../../contract/lead.ts";
import { INBOX } from "../../contract/inbox.ts";
import type { LeadChange } from "../../contract/leads-admin.ts";
import type { Result } from "../leads/leads-admin.ts";
import { readForm, type IdRoute, type InboxParts } from "./inbox-parts.ts";

export function registerEdit(app: FastifyInstance, { admin, pages, signedIn, by, ownForm }: InboxParts) {
  const form = { onRequest: [ownForm, signedIn] };
  const empty = { view: "edit", id: undefined, fields: {}, problems: [], waits: false } as const;

  app.get(INBOX.add, { onRequest: [signedIn] }, async (_request, reply) =>
    pages.page(reply, { ...empty, action: INBOX.add, back: INBOX.path }),
  );

  app.post(INBOX.add, form, (request, reply) =>
    save(request, reply, undefined, (fields, waits) => admin.add({ fields, waits }, by(request))),
  );

  app.get<IdRoute>(INBOX.edit(":id"), { onRequest: [signedIn] }, async (request, reply) => {
    const found = await admin.lead({ id: request.params.id });
    return pages.result(request, reply, found, ({ lead }) => {
      const fields = { ...lead, email: emailOrPhone(lead.email) };
      const [action, back] = [request.url, INBOX.lead(lead.id) + queryIn(request)];
      return pages.page(reply, { ...empty, id: lead.id, fields, action, back });
    });
  });

  app.post<IdRoute>(INBOX.edit(":id"), form, (request, reply) => {
    const { id } = request.params;
    return save(request, reply, id, (fields) => admin.edit({ id, fields }, by(request)));
  });

  async function save(
    request: FastifyRequest,
    reply: FastifyReply,
    id: string | undefined,
    store: (fields: Partial<Record<LeadColumn, string>>, waits: boolean) => Promise<Result<LeadChange>>,
  ): Promise<FastifyReply> {
    const given = readForm(request);
    if (!given) return pages.error(request, reply, "unreadable");
    const fields: Partial<Record<LeadColumn, string>> = {};
    for (const column of leadColumns) fields[column] = given.get(LEAD_COLUMNS[column].input) ?? "";
    const waits = given.has(INBOX.waitsField);
    return pages.result(request, reply, await store(fields, waits), (change) => {
      if (change.became === "stored")
        return pages.redirect(reply, `${INBOX.lead(change.detail.lead.id)}${queryIn(request)}#correct`);
      const { problems } = change;
      const [action, back] = [request.url, id === undefined ? INBOX.path : INBOX.lead(id) + queryIn(request)];
      return pages.page(reply.code(400), { view: "edit", id, fields, problems, waits, action, back });
    });
  }
}

/** The query of the address, with its question mark: the lead's place in the list. */
export function queryIn({ url }: FastifyRequest): string {
  return url.includes("?") ? url.slice(url.indexOf("?")) : "";
}
