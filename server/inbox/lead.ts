/** One lead: its page and forms, adding and correcting it, the links of its mails, and deleting it or several. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ANSWERED, INBOX, LIST_SIZE, type InboxViews } from "../../contract/inbox.ts";
import { LEAD_COLUMNS, emailOrPhone, leadColumns, type LeadColumn } from "../../contract/lead.ts";
import type { LeadChange, LeadDetail } from "../../contract/leads-admin.ts";
import { MAX_NOTE_LENGTH } from "../../contract/limits.ts";
import { OUTCOMES } from "../../contract/outcome.ts";
import { isReadable } from "../../contract/validation.ts";
import { parseUuid } from "../leads/uuid.ts";
import { LINK_PATHS, type LinkPurpose } from "../outbox/links/signed-links.ts";
import { queryIn, readQuery } from "../http/forms.ts";
import { InboxFailure, readForm, valueOf, type IdRoute, type InboxParts } from "./inbox-parts.ts";
import { findPlace, listIn } from "./list.ts";

const MOST_OTHERS = 20;

export function registerLead(app: FastifyInstance, parts: InboxParts): void {
  const { admin, page, redirect, by } = parts;

  app.get<IdRoute>(INBOX.lead(":id"), async (request, reply) => {
    const { id } = request.params;
    const detail = valueOf(await admin.lead({ id }));
    const place = await findPlace(readQuery(request), id, parts);
    const theirs = valueOf(await admin.leadsAfter({ email: detail.lead.email, size: MOST_OTHERS }));
    const others = theirs.filter(({ lead }) => lead.id !== id);
    return page(reply, { view: "lead", detail, place, others });
  });

  app.post<IdRoute>(INBOX.answer(":id"), async (request, reply) => {
    valueOf(await admin.answer({ id: request.params.id }, by(request)));
    return again(request, reply, "answer");
  });

  app.post<IdRoute>(INBOX.reopen(":id"), async (request, reply) => {
    valueOf(await admin.reopen({ id: request.params.id }));
    return again(request, reply, "answer");
  });

  app.post<IdRoute>(INBOX.outcome(":id"), async (request, reply) => {
    const given = readForm(request).get(INBOX.outcomeField);
    const outcome = OUTCOMES.find((known) => known === given);
    if (!outcome) throw new InboxFailure("unreadable");
    valueOf(await admin.outcome({ id: request.params.id, outcome }, by(request)));
    return again(request, reply, outcome);
  });

  app.post<IdRoute>(INBOX.note(":id"), async (request, reply) => {
    const { id } = request.params;
    const text = (readForm(request).get(INBOX.noteField) ?? "").replaceAll("\r\n", "\n").trim();
    if (!isReadable(text) || Array.from(text).length > MAX_NOTE_LENGTH) throw new InboxFailure("unreadable");
    valueOf<unknown>(text === "" ? await admin.lead({ id }) : await admin.note({ id, text }, by(request)));
    return again(request, reply, text === "" ? "notes" : "note-saved");
  });

  app.post<{ Params: { id: string; deliveryId: string } }>(
    INBOX.revive(":id", ":deliveryId"),
    async (request, reply) => {
      const { id, deliveryId } = request.params;
      const { deliveries } = valueOf(await admin.lead({ id }));
      if (!deliveries.some((delivery) => delivery.id === deliveryId)) throw new InboxFailure("missing");
      valueOf(await admin.sendAgain({ id: deliveryId, only: "dead" }));
      return again(request, reply, "deliveries");
    },
  );

  /** @param control the id to which the browser moves: the control gets the focus again and shows that it worked */
  function again(request: FastifyRequest<IdRoute>, reply: FastifyReply, control: string): FastifyReply {
    return redirect(reply, `${INBOX.lead(request.params.id)}${queryIn(request)}#${control}`);
  }
}

/** Marks the leads that were ticked in the list, or deletes them: the first form asks, the second deletes. */
export function registerSeveral(app: FastifyInstance, { admin, page, redirect, by }: InboxParts) {
  app.post(INBOX.mark, async (request, reply) => {
    const fields = readForm(request);
    const given = fields.get(INBOX.outcomeField);
    const outcome = OUTCOMES.find((known) => known === given);
    if (!outcome && given !== ANSWERED) throw new InboxFailure("unreadable");
    const ids = idsOf((fields.get(INBOX.leadField) ?? "").split(" "));
    for (const id of ids) {
      const changed = await (outcome
        ? admin.outcome({ id, outcome }, by(request))
        : admin.answer({ id }, by(request)));
      // One that was deleted meanwhile holds up no other.
      if (changed.kind === "unavailable") valueOf(changed);
    }
    const list = INBOX.path + queryIn(request);
    return redirect(reply, `${list}#${ids.length === 0 ? "nothing" : "changed"}`);
  });

  app.get(INBOX.delete, async (request, reply) => {
    const query = readQuery(request);
    const leads: LeadDetail[] = [];
    for (const id of idsOf(query.getAll(INBOX.leadField))) {
      const found = await admin.lead({ id });
      if (found.kind !== "missing") leads.push(valueOf(found));
    }
    const back = listIn(query.get(INBOX.backField) ?? "");
    if (leads.length === 0) return redirect(reply, `${back}#nothing`);
    return page(reply, { view: "delete", leads, back });
  });

  app.post(INBOX.delete, async (request, reply) => {
    const fields = readForm(request);
    const given = fields.get(INBOX.leadField);
    if (given === undefined) throw new InboxFailure("unreadable");
    const { leads, waits } = valueOf(await admin.remove({ ids: idsOf(given.split(" ")) }));
    if (waits) throw new InboxFailure("waiting");
    // Only the log records who deleted them.
    request.log.warn({ leads, by: by(request) }, "leads were deleted in the inbox");
    return redirect(reply, `${listIn(fields.get(INBOX.backField))}#deleted`);
  });
}

function idsOf(given: readonly string[]): string[] {
  const ids = given.map(parseUuid).filter((id) => id !== undefined);
  return [...new Set(ids)].slice(0, LIST_SIZE);
}

/** The pages behind a mail's links, whose token replaces a sign-in. */
export function registerMailLinks(app: FastifyInstance, { admin, page, redirect, openLink }: InboxParts) {
  app.get(LINK_PATHS.show, async (request, reply) => {
    const { subject: id } = openLink(request, "show");
    return page(reply, { view: "mail-lead", detail: valueOf(await admin.lead({ id })) });
  });

  app.get(LINK_PATHS.answer, async (request, reply) => {
    const { subject: id, token } = openLink(request, "answer");
    const detail = valueOf(await admin.lead({ id }));
    return page(reply, { view: "answer", detail, action: addressOf("answer", token) });
  });

  app.post(LINK_PATHS.answer, async (request, reply) => {
    const { subject: id, token } = openLink(request, "answer");
    valueOf(await admin.answer({ id }));
    return redirect(reply, addressOf("answer", token));
  });
}

function addressOf(purpose: LinkPurpose, token: string): string {
  return `${LINK_PATHS[purpose]}?${INBOX.tokenField}=${token}`;
}

export function registerEdit(app: FastifyInstance, { admin, page, redirect, by }: InboxParts) {
  app.get(INBOX.add, async (request, reply) => form(request, reply, { fields: {}, waits: false }));

  app.post(INBOX.add, async (request, reply) => {
    const given = readFields(request);
    return saved(request, reply, given, valueOf(await admin.add(given, by(request))));
  });

  app.get<IdRoute>(INBOX.edit(":id"), async (request, reply) => {
    const { id } = request.params;
    const { lead } = valueOf(await admin.lead({ id }));
    return form(request, reply, { id, fields: { ...lead, email: emailOrPhone(lead.email) }, waits: false });
  });

  app.post<IdRoute>(INBOX.edit(":id"), async (request, reply) => {
    const { id } = request.params;
    const given = readFields(request);
    const change = valueOf(await admin.edit({ id, fields: given.fields }, by(request)));
    return saved(request, reply, { id, ...given }, change);
  });

  function saved(request: FastifyRequest, reply: FastifyReply, given: Given, change: LeadChange) {
    if (change.became === "refused") return form(request, reply.code(400), given, change.problems);
    return redirect(reply, `${INBOX.lead(change.detail.lead.id)}${queryIn(request)}#correct`);
  }

  function form(
    request: FastifyRequest,
    reply: FastifyReply,
    given: Given,
    problems: EditView["problems"] = [],
  ) {
    const back = given.id === undefined ? INBOX.path : INBOX.lead(given.id) + queryIn(request);
    return page(reply, { view: "edit", id: undefined, ...given, problems, action: request.url, back });
  }
}

type EditView = InboxViews["edit"];
type Given = Pick<EditView, "fields" | "waits"> & { id?: string };

function readFields(request: FastifyRequest) {
  const given = readForm(request);
  const fields: Partial<Record<LeadColumn, string>> = {};
  for (const column of leadColumns) fields[column] = given.get(LEAD_COLUMNS[column].input) ?? "";
  return { fields, waits: given.has(INBOX.waitsField) };
}
