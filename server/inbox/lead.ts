/** One lead: its page and forms, adding and correcting it, the links of its mails, and deleting it or several. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { LeadDetail, LeadChange } from "../../contract/leads-admin.ts";
import { MAX_NOTE_LENGTH } from "../../contract/limits.ts";
import { OUTCOMES } from "../../contract/outcome.ts";
import { ANSWERED, INBOX, LIST_SIZE } from "../../contract/inbox.ts";
import type { Result } from "../../contract/admin-operations.ts";
import { LINK_PATHS, type LinkPurpose } from "../outbox/links/signed-links.ts";
import { isReadable } from "../../contract/validation.ts";
import { parseUuid } from "../leads/uuid.ts";
import { readForm, readQuery, type IdRoute, type InboxParts } from "./inbox-parts.ts";
import { findPlace, listIn } from "./list.ts";
import { LEAD_COLUMNS, emailOrPhone, leadColumns, type LeadColumn } from "../../contract/lead.ts";

const MOST_OTHERS = 20;

const MISSING = { kind: "missing" } as const;

export function registerLead(app: FastifyInstance, parts: InboxParts): void {
  const { admin, pages, signedIn, by, ownForm } = parts;
  const form = { onRequest: [ownForm, signedIn] };

  app.get<IdRoute>(INBOX.lead(":id"), { onRequest: [signedIn] }, async (request, reply) => {
    const { id } = request.params;
    const found = await admin.lead({ id });
    const place = await findPlace(readQuery(request), id, parts);
    const theirs =
      found.kind === "ok"
        ? await admin.leadsAfter({ email: found.value.lead.email, size: MOST_OTHERS })
        : MISSING;
    return pages.result(request, reply, found, (detail) =>
      pages.result(request, reply, place, (known) =>
        pages.result(request, reply, theirs, (all) => {
          const others = all.filter(({ lead }) => lead.id !== id);
          return pages.page(reply, { view: "lead", detail, place: known, others });
        }),
      ),
    );
  });

  app.post<IdRoute>(INBOX.answer(":id"), form, (request, reply) =>
    change(request, reply, "answer", (id) => admin.answer({ id }, by(request))),
  );

  app.post<IdRoute>(INBOX.reopen(":id"), form, (request, reply) =>
    change(request, reply, "answer", (id) => admin.reopen({ id })),
  );

  app.post<IdRoute>(INBOX.outcome(":id"), form, (request, reply) => {
    const given = readForm(request)?.get(INBOX.outcomeField);
    const outcome = OUTCOMES.find((known) => known === given);
    if (!outcome) return pages.error(request, reply, "unreadable");
    return change(request, reply, outcome, (id) => admin.outcome({ id, outcome }, by(request)));
  });

  app.post<IdRoute>(INBOX.note(":id"), form, (request, reply) => {
    const fields = readForm(request);
    const text = fields && readNote(fields.get(INBOX.noteField) ?? "");
    if (text === undefined) return pages.error(request, reply, "unreadable");
    if (text === "") return change(request, reply, "notes", (id) => admin.lead({ id }));
    return change(request, reply, "note-saved", (id) => admin.note({ id, text }, by(request)));
  });

  app.post<{ Params: { id: string; deliveryId: string } }>(
    INBOX.revive(":id", ":deliveryId"),
    form,
    (request, reply) =>
      change(request, reply, "deliveries", async (id) => {
        const found = await admin.lead({ id });
        if (found.kind !== "ok") return found;
        const delivery = found.value.deliveries.find((line) => line.id === request.params.deliveryId);
        return delivery ? admin.sendAgain({ id: delivery.id, only: "dead" }) : MISSING;
      }),
  );

  /** @param control the id to which the browser moves: the control gets the focus again and shows that it worked */
  async function change(
    request: FastifyRequest<IdRoute>,
    reply: FastifyReply,
    control: string,
    act: (id: string) => Promise<Result<unknown>>,
  ): Promise<FastifyReply> {
    const { id } = request.params;
    const result = await act(id);
    const path = `${INBOX.lead(id)}${queryIn(request)}#${control}`;
    return pages.result(request, reply, result, () => pages.redirect(reply, path));
  }
}

/** A note as it is stored; undefined if it is too long or has characters that no keyboard types. */
function readNote(text: string): string | undefined {
  const note = text.replaceAll("\r\n", "\n").trim();
  return !isReadable(note) || Array.from(note).length > MAX_NOTE_LENGTH ? undefined : note;
}

/** Marks the leads that were ticked in the list, or deletes them: the first form asks, the second deletes. */
export function registerSeveral(app: FastifyInstance, { admin, pages, signedIn, by, ownForm }: InboxParts) {
  app.post(INBOX.mark, { onRequest: [ownForm, signedIn] }, async (request, reply) => {
    const fields = readForm(request);
    const given = fields?.get(INBOX.outcomeField);
    const outcome = OUTCOMES.find((known) => known === given);
    if (!outcome && given !== ANSWERED) return pages.error(request, reply, "unreadable");
    const ids = idsOf((fields?.get(INBOX.leadField) ?? "").split(" "));
    for (const id of ids) {
      const changed = await (outcome
        ? admin.outcome({ id, outcome }, by(request))
        : admin.answer({ id }, by(request)));
      if (changed.kind === "unavailable") return pages.result(request, reply, changed, () => reply);
    }
    const list = INBOX.path + queryIn(request);
    return pages.redirect(reply, `${list}#${ids.length === 0 ? "nothing" : "changed"}`);
  });

  app.get(INBOX.delete, { onRequest: [signedIn] }, async (request, reply) => {
    const leads: LeadDetail[] = [];
    for (const id of idsOf(readQuery(request).getAll(INBOX.leadField))) {
      const found = await admin.lead({ id });
      if (found.kind === "unavailable") return pages.result(request, reply, found, () => reply);
      if (found.kind === "ok") leads.push(found.value);
    }
    const back = listIn(readQuery(request).get(INBOX.backField) ?? "");
    if (leads.length === 0) return pages.redirect(reply, `${back}#nothing`);
    return pages.page(reply, { view: "delete", leads, back });
  });

  app.post(INBOX.delete, { onRequest: [ownForm, signedIn] }, async (request, reply) => {
    const fields = readForm(request);
    const given = fields?.get(INBOX.leadField);
    if (given === undefined) return pages.error(request, reply, "unreadable");
    const removed = await admin.remove({ ids: idsOf(given.split(" ")) });
    return pages.result(request, reply, removed, ({ leads, waits }) => {
      if (waits) return pages.error(request, reply, "waiting");
      // Only the log records who deleted them.
      request.log.warn({ leads, by: by(request) }, "leads were deleted in the inbox");
      return pages.redirect(reply, `${listIn(fields?.get(INBOX.backField))}#deleted`);
    });
  });
}

function idsOf(given: readonly string[]): string[] {
  const ids = given.map(parseUuid).filter((id) => id !== undefined);
  return [...new Set(ids)].slice(0, LIST_SIZE);
}

/** The pages behind a mail's links, whose token replaces a sign-in. */
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
function queryIn({ url }: FastifyRequest): string {
  return url.includes("?") ? url.slice(url.indexOf("?")) : "";
}
