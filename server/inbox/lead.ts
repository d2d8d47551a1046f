/** One lead: its page and forms, adding and correcting it, the links of its mails, and deleting it or several. */
import { INBOX_FIELDS, ANSWERED, NOT_SPAM, LIST_SIZE, type InboxViews } from "../../contract/inbox.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { INBOX, LINK_PATHS, linkPath } from "../../contract/routes.ts";
import { LEAD_COLUMNS, emailOrPhone, leadColumns, type LeadColumn } from "../../contract/lead.ts";
import type { Stale } from "../../contract/history.ts";
import type { LeadChange, LeadDetail } from "../../contract/leads-admin.ts";
import { MAX_NOTE_LENGTH } from "../../contract/limits.ts";
import { OUTCOMES } from "../../contract/outcome.ts";
import { isReadable } from "../../contract/validation.ts";
import { isDay } from "../leads/days.ts";
import { parseUuid } from "../leads/uuid.ts";
import { readLeadFor } from "../outbox/links/signed-links.ts";
import { queryIn, readQuery } from "../http/forms.ts";
import { InboxFailure, readForm, seenIn, StaleFailure, okValue } from "./inbox-parts.ts";
import type { IdRoute, InboxParts } from "./inbox-parts.ts";
import { refusalIn } from "./calls.ts";
import { findPlace, listIn } from "./list.ts";

const MOST_OTHERS = 20;
/** About two weeks; the form takes any other time, too. */
const MOST_OPEN_TIMES = 150;

export function registerLead(app: FastifyInstance, parts: InboxParts): void {
  const { admin, page, redirect, by, feed, site, store, mail, headers } = parts;

  app.get<IdRoute>(INBOX.lead(":id"), async (request, reply) => {
    const { id } = request.params;
    const detail = okValue(await admin.lead({ id }));
    const place = await findPlace(readQuery(request), id, parts);
    const theirs = okValue(await admin.leadsAfter({ email: detail.lead.email, size: MOST_OTHERS }));
    const others = theirs.filter(({ lead }) => lead.id !== id);
    const booking = feed === undefined ? undefined : await bookingForm(detail);
    const more = { others, booking, me: by(request), refused: refusalIn(request) };
    return page(reply, { view: "lead", detail, place, ...more });
  });

  async function bookingForm({ bookings }: LeadDetail) {
    const openTimes = okValue(await admin.freeTimes({})).slice(0, MOST_OPEN_TIMES);
    const requiresPhone = site.manifest.workingHours.place.kind === "phone";
    const texts =
      mail.textConsent === undefined
        ? undefined
        : { stopped: okValue(await store.run("callsWithoutTexts", bookings)) };
    return { openTimes, requiresPhone, texts };
  }

  app.post<IdRoute>(INBOX.answer(":id"), async (request, reply) => {
    const { id } = request.params;
    okValue(await admin.answer({ id, seen: seenIn(readForm(request)) }, by(request)));
    return again(request, reply, "answer");
  });

  app.post<IdRoute>(INBOX.reopen(":id"), async (request, reply) => {
    const { id } = request.params;
    okValue(await admin.reopen({ id, seen: seenIn(readForm(request)) }, by(request)));
    return again(request, reply, "answer");
  });

  app.post<IdRoute>(INBOX.outcome(":id"), async (request, reply) => {
    const fields = readForm(request);
    const given = fields.get(INBOX_FIELDS.outcome);
    const outcome = OUTCOMES.find((known) => known === given);
    if (!outcome) throw new InboxFailure("unreadable");
    okValue(await admin.outcome({ id: request.params.id, seen: seenIn(fields), outcome }, by(request)));
    return again(request, reply, outcome);
  });

  app.post<IdRoute>(INBOX.assign(":id"), async (request, reply) => {
    const fields = readForm(request);
    const [taken, followUpOn] = [fields.get(INBOX_FIELDS.owner), fields.get(INBOX_FIELDS.followUpOn)];
    const owner = taken === "me" ? by(request) : taken;
    const isOwner = owner !== undefined && (taken === "me" || owner === "");
    const isFollowUp =
      taken === undefined && followUpOn !== undefined && (followUpOn === "" || isDay(followUpOn));
    if (!isOwner && !isFollowUp) throw new InboxFailure("unreadable");
    const change = isOwner ? { owner } : { followUpOn };
    okValue(await admin.assign({ id: request.params.id, seen: seenIn(fields), ...change }, by(request)));
    return again(request, reply, isOwner ? "keeping" : "follow-up-saved");
  });

  app.get(INBOX.changes, async (request, reply) => {
    const shown = ticksOf(readQuery(request).getAll(INBOX_FIELDS.lead));
    const leads = shown.flatMap(({ id, seen }) => (seen === undefined ? [] : [{ id, seen }]));
    const changed = okValue(await admin.changedSince({ leads }));
    reply.headers(headers);
    return changed.length === 0 ? reply.code(204).send() : reply.send(changed);
  });

  app.post<{ Params: { id: string; noteId: string } }>(
    INBOX.correctNote(":id", ":noteId"),
    async (request, reply) => {
      const { id, noteId } = request.params;
      const text = noteIn(request);
      // Nobody knows who opened a link of the command line.
      if (by(request) === undefined) throw new InboxFailure("missing");
      const seen = seenIn(readForm(request));
      if (text !== "") okValue(await admin.correctNote({ id, noteId, seen, text }, by(request)));
      return again(request, reply, text === "" ? "notes" : "note-saved");
    },
  );

  app.post<IdRoute>(INBOX.note(":id"), async (request, reply) => {
    const { id } = request.params;
    const fields = readForm(request);
    const text = noteIn(request);
    okValue<unknown>(
      text === ""
        ? await admin.lead({ id })
        : await admin.note({ id, seen: seenIn(fields), text }, by(request)),
    );
    return again(request, reply, text === "" ? "notes" : "note-saved");
  });

  app.post<{ Params: { id: string; deliveryId: string } }>(
    INBOX.revive(":id", ":deliveryId"),
    async (request, reply) => {
      const { id, deliveryId } = request.params;
      const { deliveries } = okValue(await admin.lead({ id }));
      if (!deliveries.some((delivery) => delivery.id === deliveryId)) throw new InboxFailure("missing");
      okValue(await admin.sendAgain({ id: deliveryId, only: "unsent" }));
      return again(request, reply, "deliveries");
    },
  );

  /** @param control the id to which the browser moves: the control gets the focus again and shows that it worked */
  function again(request: FastifyRequest<IdRoute>, reply: FastifyReply, control: string): FastifyReply {
    return redirect(reply, `${INBOX.lead(request.params.id)}${queryIn(request)}#${control}`);
  }
}

/** @throws {InboxFailure} for a text that no note can have */
function noteIn(request: FastifyRequest): string {
  const text = (readForm(request).get(INBOX_FIELDS.note) ?? "").replaceAll("\r\n", "\n").trim();
  if (!isReadable(text) || Array.from(text).length > MAX_NOTE_LENGTH) throw new InboxFailure("unreadable");
  return text;
}

/** Marks the leads that were ticked in the list, or deletes them: the first form asks, the second deletes. */
export function registerSeveral(app: FastifyInstance, { admin, page, redirect, by }: InboxParts) {
  app.post(INBOX.mark, async (request, reply) => {
    const fields = readForm(request);
    const given = fields.get(INBOX_FIELDS.outcome);
    const outcome = OUTCOMES.find((known) => known === given);
    if (!outcome && given !== ANSWERED && given !== NOT_SPAM) throw new InboxFailure("unreadable");
    const ticked = ticksOf((fields.get(INBOX_FIELDS.lead) ?? "").split(" "));
    const stale: Stale[] = [];
    for (const which of ticked) {
      const changed = await (outcome
        ? admin.outcome({ ...which, outcome }, by(request))
        : admin[given === NOT_SPAM ? "reopen" : "answer"](which, by(request)));
      // One that was changed or deleted meanwhile holds up no other.
      if (changed.kind === "stale") stale.push(changed);
      if (changed.kind === "unavailable") okValue(changed);
    }
    if (stale.length > 0) throw new StaleFailure(stale);
    const list = INBOX.path + queryIn(request);
    return redirect(reply, `${list}#${ticked.length === 0 ? "nothing" : "changed"}`);
  });

  app.get(INBOX.delete, async (request, reply) => {
    const query = readQuery(request);
    const leads: LeadDetail[] = [];
    for (const { id, seen } of ticksOf(query.getAll(INBOX_FIELDS.lead))) {
      const found = await admin.lead({ id });
      if (found.kind === "missing") continue;
      const detail = okValue(found);
      // This page shows no more of a lead than the page before it.
      leads.push({ ...detail, version: seen ?? detail.version });
    }
    const back = listIn(query.get(INBOX_FIELDS.back) ?? "");
    if (leads.length === 0) return redirect(reply, `${back}#nothing`);
    return page(reply, { view: "delete", leads, back });
  });

  app.post(INBOX.delete, async (request, reply) => {
    const fields = readForm(request);
    const given = fields.get(INBOX_FIELDS.lead);
    if (given === undefined) throw new InboxFailure("unreadable");
    const ticked = ticksOf(given.split(" "));
    const seen = Object.fromEntries(
      ticked.flatMap((one) => (one.seen === undefined ? [] : [[one.id, one.seen]])),
    );
    const removed = await admin.remove({ ids: ticked.map(({ id }) => id), seen }, by(request));
    const { leads, waits, stale } = okValue(removed);
    if (waits) throw new InboxFailure("waiting");
    // Only the log records who deleted them.
    if (leads > 0) request.log.warn({ leads, by: by(request) }, "leads were deleted in the inbox");
    if (stale) throw new StaleFailure(stale);
    return redirect(reply, `${listIn(fields.get(INBOX_FIELDS.back))}#deleted`);
  });
}

/** Reads what `tickOf` writes; an address may name a lead without a version. */
function ticksOf(given: readonly string[]): { id: string; seen: number | undefined }[] {
  const ticks = new Map<string, number | undefined>();
  for (const tick of given) {
    const [text = "", version = ""] = tick.split(".");
    const id = parseUuid(text);
    if (id !== undefined) ticks.set(id, /^\d{1,9}$/.test(version) ? Number(version) : undefined);
  }
  return [...ticks].slice(0, LIST_SIZE).map(([id, seen]) => ({ id, seen }));
}

/** The pages behind a mail's links, whose token replaces a sign-in and names whose mail it was. */
export function registerMailLinks(app: FastifyInstance, parts: InboxParts) {
  const { admin, page, redirect, openLink, team } = parts;

  async function opened(request: FastifyRequest, purpose: "show" | "answer") {
    const { subject, token } = openLink(request, purpose);
    return { ...readLeadFor(subject, await team.addresses()), action: linkPath(purpose, token) };
  }

  app.get(LINK_PATHS.show, async (request, reply) => {
    const { id } = await opened(request, "show");
    return page(reply, { view: "mail-lead", detail: okValue(await admin.lead({ id })) });
  });

  app.get(LINK_PATHS.answer, async (request, reply) => {
    const { id, action } = await opened(request, "answer");
    return page(reply, { view: "answer", detail: okValue(await admin.lead({ id })), action });
  });

  app.post(LINK_PATHS.answer, async (request, reply) => {
    const { id, by, action } = await opened(request, "answer");
    okValue(await admin.answer({ id, seen: seenIn(readForm(request)) }, by));
    return redirect(reply, action);
  });
}

export function registerEdit(app: FastifyInstance, { admin, page, redirect, by }: InboxParts) {
  app.get(INBOX.add, async (request, reply) => form(request, reply, { fields: {}, waits: false }));

  app.post(INBOX.add, async (request, reply) => {
    const given = readFields(request);
    return saved(request, reply, given, okValue(await admin.add(given, by(request))));
  });

  app.get<IdRoute>(INBOX.edit(":id"), async (request, reply) => {
    const { id } = request.params;
    const { lead, version: seen } = okValue(await admin.lead({ id }));
    const fields = { ...lead, email: emailOrPhone(lead.email) };
    return form(request, reply, { id, seen, fields, waits: false });
  });

  app.post<IdRoute>(INBOX.edit(":id"), async (request, reply) => {
    const { id } = request.params;
    const given = readFields(request);
    const seen = seenIn(readForm(request));
    const change = okValue(await admin.edit({ id, seen, fields: given.fields }, by(request)));
    return saved(request, reply, { id, seen, ...given }, change);
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
type Given = Pick<EditView, "fields" | "waits"> & { id?: string; seen?: number | undefined };

function readFields(request: FastifyRequest) {
  const given = readForm(request);
  const fields: Partial<Record<LeadColumn, string>> = {};
  for (const column of leadColumns) fields[column] = given.get(LEAD_COLUMNS[column].input) ?? "";
  return { fields, waits: given.has(INBOX_FIELDS.waits) };
}
