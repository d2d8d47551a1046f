/** One lead: its page, and the forms on it. */
import type { InboxParts } from "./inbox-parts.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { OUTCOMES } from "../../contract/outcome.ts";
import { INBOX } from "../../contract/inbox.ts";
import type { Result } from "../leads/leads-admin.ts";
import { parseUuid } from "../leads/uuid.ts";
import { readForm, readNote } from "./input.ts";

interface LeadRoute {
  Params: { id: string };
}

const MISSING = { kind: "missing" } as const;

export function registerLead(app: FastifyInstance, parts: InboxParts): void {
  const { admin, pages, signedIn, by, ownForm } = parts;
  const form = { onRequest: [ownForm, signedIn] };

  app.get<LeadRoute>(INBOX.lead(":id"), { onRequest: [signedIn] }, async (request, reply) => {
    const id = parseUuid(request.params.id);
    const found = id === undefined ? MISSING : await admin.lead({ id });
    return pages.result(request, reply, found, (detail) => pages.page(reply, { view: "lead", detail }));
  });

  app.post<LeadRoute>(INBOX.answer(":id"), form, (request, reply) =>
    change(request, reply, (id) => admin.answer({ id }, by(request))),
  );

  app.post<LeadRoute>(INBOX.reopen(":id"), form, (request, reply) =>
    change(request, reply, (id) => admin.reopen({ id })),
  );

  app.post<LeadRoute>(INBOX.outcome(":id"), form, (request, reply) => {
    const given = readForm(request)?.get(INBOX.outcomeField);
    const outcome = OUTCOMES.find((known) => known === given);
    if (!outcome) return pages.error(request, reply, "unreadable");
    return change(request, reply, (id) => admin.outcome({ id, outcome }, by(request)));
  });

  app.post<LeadRoute>(INBOX.note(":id"), form, (request, reply) => {
    const fields = readForm(request);
    const text = fields && readNote(fields.get(INBOX.noteField) ?? "");
    if (text === undefined) return pages.error(request, reply, "unreadable");
    if (text === "") return change(request, reply, (id) => admin.lead({ id }));
    return change(request, reply, (id) => admin.note({ id, text }, by(request)));
  });

  app.post<{ Params: { id: string; deliveryId: string } }>(
    INBOX.revive(":id", ":deliveryId"),
    form,
    (request, reply) =>
      change(request, reply, async (id) => {
        const found = await admin.lead({ id });
        if (found.kind !== "ok") return found;
        const deliveryId = parseUuid(request.params.deliveryId);
        const delivery = found.value.deliveries.find((line) => line.id === deliveryId);
        return delivery ? admin.sendAgain({ id: delivery.id, only: "dead" }) : MISSING;
      }),
  );

  /** Does it, and leads back to the lead. */
  async function change(
    request: FastifyRequest<LeadRoute>,
    reply: FastifyReply,
    act: (id: string) => Promise<Result<unknown>>,
  ): Promise<FastifyReply> {
    const id = parseUuid(request.params.id);
    const result = id === undefined ? MISSING : await act(id);
    return pages.result(request, reply, result, () => pages.redirect(reply, INBOX.lead(id ?? "")));
  }
}
