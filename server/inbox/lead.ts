/** One lead: its page and forms, adding and correcting it, the links of its mails, and deleting it or several. */
import {
  INBOX_FIELDS,
  ANSWERED,
  NOT_SPAM,
  SPAM,
  LIST_SIZE,
  type Deed,
  type InboxViews,
} from "../../contract/inbox.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { INBOX, LINK_PATHS, linkPath, TOKEN_FIELD } from "../../contract/routes.ts";
import { LEAD_COLUMNS, emailOrPhone, leadColumns, type LeadColumn } from "../../contract/lead.ts";
import type { Stale } from "../../contract/history.ts";
import type { LeadChange, LeadDetail } from "../../contract/leads-admin.ts";
import { needsNoAnswer, OUTCOMES_BY_HAND } from "../../contract/outcome.ts";
import { isDay } from "../../contract/day.ts";
import { cleanText } from "../../contract/typed-text.ts";
import { parseUuid } from "../leads/uuid.ts";
import { readLeadFor } from "../deliveries/signed-links.ts";
import { queryIn, readQuery } from "../http/forms.ts";
import { cancellationsOf } from "./cancellations.ts";
import { InboxFailure, StaleFailure } from "./inbox-parts.ts";
import type { IdRoute, InboxParts, Press } from "./inbox-parts.ts";
import { refusalIn } from "./calls.ts";
import { findPlace, listIn } from "./list.ts";
import { createAsk, wayCookie } from "./sign-in.ts";
import { undoOf } from "./undo.ts";

const MOST_OTHERS = 20;
/** About two weeks; the form takes any other time, too. */
const MOST_OPEN_TIMES = 150;

/** The id of the control to which the browser returns, and what was done. */
interface Done {
  control: string;
  what?: Deed["what"];
  undo?: string[];
}

/** The forms of a lead's page. */
const LEAD_FORMS: Record<string, (press: Press, parts: InboxParts) => Promise<Done>> = {
  [INBOX.answer(":id")]: async ({ id, run }, { admin }) => {
    const before = await admin.lead({ id });
    return { control: "answer", what: "answered", undo: undoOf(before, await run("answer")) };
  },

  [INBOX.reopen(":id")]: async ({ id, run }, { admin }) => {
    const before = await admin.lead({ id });
    const what = needsNoAnswer(before.outcome) ? NOT_SPAM : "reopened";
    return { control: "answer", what, undo: undoOf(before, await run("reopen")) };
  },

  [INBOX.outcome(":id")]: async ({ id, run, fields }, { admin }) => {
    const outcome = outcomeIn(fields);
    if (!outcome) throw new InboxFailure("unreadable");
    const before = await admin.lead({ id });
    return { control: outcome, what: outcome, undo: undoOf(before, await run("outcome", { outcome })) };
  },

  [INBOX.assign(":id")]: async ({ run, fields, by }) => {
    const [taken, followUpOn] = [fields.get(INBOX_FIELDS.owner), fields.get(INBOX_FIELDS.followUpOn)];
    if (taken === undefined) {
      if (followUpOn === undefined || (followUpOn !== "" && !isDay(followUpOn)))
        throw new InboxFailure("unreadable");
      await run("assign", { followUpOn });
      return { control: "follow-up-saved", what: "follow-up" };
    }
    const owner = taken === "me" ? by : taken === "" ? "" : undefined;
    if (owner === undefined) throw new InboxFailure("unreadable");
    await run("assign", { owner });
    return { control: "keeping", what: owner === "" ? "given-back" : "taken" };
  },

  [INBOX.note(":id")]: async ({ run, fields }) => {
    const text = noteIn(fields);
    if (text === "") return { control: "notes" };
    await run("note", { text });
    return { control: "note-saved", what: "noted" };
  },

  [INBOX.correctNote(":id", ":noteId")]: async ({ run, fields, by }) => {
    // Nobody knows who opened a link of the command line.
    if (by === undefined) throw new InboxFailure("missing");
    const text = noteIn(fields);
    if (text === "") return { control: "notes" };
    await run("correctNote", { text });
    return { control: "note-saved", what: "noted" };
  },

  [INBOX.revive(":id", ":deliveryId")]: async ({ id, ids }, { admin }) => {
    const { deliveries } = await admin.lead({ id });
    const delivery = deliveries.find((one) => one.id === ids["deliveryId"]);
    if (!delivery) throw new InboxFailure("missing");
    await admin.sendAgain({ id: delivery.id, only: "unsent" });
    return { control: "deliveries", what: "sent" };
  },
};

const outcomeIn = (fields: ReadonlyMap<string, string>) =>
  OUTCOMES_BY_HAND.find((outcome) => outcome === fields.get(INBOX_FIELDS.outcome));

const noteIn = (fields: ReadonlyMap<string, string>) => cleanText(fields.get(INBOX_FIELDS.note) ?? "");

export function registerLead(app: FastifyInstance, parts: InboxParts): void {
  const { admin, page, post, by, feed, site } = parts;

  app.get<IdRoute>(INBOX.lead(":id"), async (request, reply) => {
    const { id } = request.params;
    const detail = await admin.lead({ id });
    const place = await findPlace(request, id, parts);
    const theirs = await admin.leadsAfter({ email: detail.lead.email, size: MOST_OTHERS });
    const others = theirs.filter(({ lead }) => lead.id !== id);
    const booking = feed === undefined ? undefined : await bookingForm();
    const more = { others, booking, me: by(request), refused: refusalIn(request) };
    return page(reply, { view: "lead", detail, place, ...more });
  });

  async function bookingForm() {
    const openTimes = (await admin.freeTimes({})).slice(0, MOST_OPEN_TIMES);
    const requiresPhone = site.manifest.workingHours.place.kind === "phone";
    return { openTimes, requiresPhone };
  }

  for (const [path, work] of Object.entries(LEAD_FORMS))
    post(app, path, async (press) => {
      const { control, what, undo } = await work(press, parts);
      const back = `${INBOX.lead(press.id)}${queryIn(press.request)}#${control}`;
      return what === undefined ? back : press.did(what, back, undo);
    });
}

/** Marks the leads that were ticked in the list, or deletes them: the first form asks, the second deletes. */
export function registerSeveral(app: FastifyInstance, parts: InboxParts) {
  const { admin, page, redirect, post, mail, now } = parts;

  post(app, INBOX.mark, async ({ fields, request, by, did }) => {
    const given = fields.get(INBOX_FIELDS.outcome);
    const outcome = outcomeIn(fields);
    const what = outcome ?? (given === ANSWERED || given === NOT_SPAM ? given : undefined);
    if (!what) throw new InboxFailure("unreadable");
    const ticked = ticksOf((fields.get(INBOX_FIELDS.lead) ?? "").split(" "));
    const stale: Stale[] = [];
    const undo: string[] = [];
    for (const which of ticked) {
      try {
        const before = await admin.lead({ id: which.id });
        const after = outcome
          ? await admin.outcome({ ...which, outcome }, by)
          : await admin[given === NOT_SPAM ? "reopen" : "answer"](which, by);
        undo.push(...undoOf(before, after));
      } catch (error) {
        // One that was changed or deleted meanwhile holds up no other.
        if (error instanceof StaleFailure) stale.push(...error.leads);
        else if (!isMissing(error)) throw error;
      }
    }
    if (stale.length > 0) throw new StaleFailure(stale);
    const back = INBOX.path + queryIn(request);
    return ticked.length === 0 ? `${back}#nothing` : did(what, back, undo, ticked.length);
  });

  app.get(INBOX.delete, async (request, reply) => {
    const query = readQuery(request);
    const leads: LeadDetail[] = [];
    for (const { id, seen } of ticksOf(query.getAll(INBOX_FIELDS.lead))) {
      const detail = await admin.lead({ id }).catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      });
      // This page shows no more of a lead than the page before it.
      if (detail) leads.push({ ...detail, version: seen ?? detail.version });
    }
    const back = listIn(query.get(INBOX_FIELDS.back) ?? "");
    if (leads.length === 0) return redirect(reply, `${back}#nothing`);
    const cancelled = cancellationsOf(leads, mail.notify, new Date(now()).toISOString());
    return page(reply, { view: "delete", leads, cancelled, back });
  });

  post(app, INBOX.delete, async ({ fields, request, by, did }) => {
    const given = fields.get(INBOX_FIELDS.lead);
    if (given === undefined) throw new InboxFailure("unreadable");
    const ticked = ticksOf(given.split(" "));
    const seen = Object.fromEntries(
      ticked.flatMap((one) => (one.seen === undefined ? [] : [[one.id, one.seen]])),
    );
    const { leads, waits, stale } = await admin.remove({ ids: ticked.map(({ id }) => id), seen }, by);
    if (waits) throw new InboxFailure("waiting");
    // Only the log records who deleted them.
    if (leads > 0) request.log.warn({ leads, by }, "leads were deleted in the inbox");
    if (stale) throw new StaleFailure(stale);
    return did("deleted", listIn(fields.get(INBOX_FIELDS.back)), [], leads);
  });
}

const isMissing = (error: unknown) => error instanceof InboxFailure && error.reason === "missing";

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
  const askFor = createAsk(parts);
  const { admin, page, post, redirect, openLink, signInOf, team, mail } = parts;

  async function opened(request: FastifyRequest, purpose: "show" | "answer") {
    const { subject, token } = openLink(request, purpose);
    const lead = readLeadFor(subject, [...(await team.addresses()), ...mail.notify]);
    if (!lead) throw new InboxFailure("expired");
    return { ...lead, action: linkPath(purpose, token) };
  }

  app.get(LINK_PATHS.show, async (request, reply) => {
    const { id } = await opened(request, "show");
    if (await signInOf(request)) return redirect(reply, INBOX.lead(id));
    const token = readQuery(request).get(TOKEN_FIELD) ?? "";
    return page(reply, { view: "mail-lead", detail: await admin.lead({ id }), token });
  });

  /** Mails the reader of the mail a link that signs in and leads on to the lead. */
  post(app, INBOX.askByLink, async ({ request, reply, fields }) => {
    const { subject } = openLink(request, "show", fields.get(TOKEN_FIELD) ?? "");
    const lead = readLeadFor(subject, [...(await team.addresses()), ...mail.notify]);
    if (!lead) throw new InboxFailure("expired");
    reply.header("set-cookie", wayCookie(INBOX.lead(lead.id)));
    if (lead.by === undefined) return page(reply, { view: "ask", sent: false });
    return askFor(lead.by, request, reply);
  });

  app.get(LINK_PATHS.answer, async (request, reply) => {
    const { id, action } = await opened(request, "answer");
    return page(reply, { view: "answer", detail: await admin.lead({ id }), action });
  });

  post(app, LINK_PATHS.answer, async ({ request, seen, fields }) => {
    const { id, by, action } = await opened(request, "answer");
    const outcome = fields.get(INBOX_FIELDS.outcome);
    if (outcome === SPAM) await admin.outcome({ id, seen, outcome }, by);
    else if (outcome === NOT_SPAM) await admin.reopen({ id, seen }, by);
    else await admin.answer({ id, seen }, by);
    return action;
  });
}

export function registerEdit(app: FastifyInstance, { admin, page, post }: InboxParts) {
  app.get(INBOX.add, async (request, reply) => form(request, reply, { fields: {}, waits: false }));

  post(app, INBOX.add, async (press) => {
    const given = readFields(press);
    return saved(press, given, await press.run("add", given));
  });

  app.get<IdRoute>(INBOX.edit(":id"), async (request, reply) => {
    const { id } = request.params;
    const { lead, version: seen } = await admin.lead({ id });
    const fields = { ...lead, email: emailOrPhone(lead.email) };
    return form(request, reply, { id, seen, fields, waits: false });
  });

  post(app, INBOX.edit(":id"), async (press) => {
    const { id, seen } = press;
    const given = readFields(press);
    return saved(press, { id, seen, ...given }, await press.run("edit", given));
  });

  function saved({ request, reply }: Press, given: Given, change: LeadChange) {
    if (change.became === "refused") return form(request, reply.code(400), given, change.problems);
    return `${INBOX.lead(change.detail.lead.id)}${queryIn(request)}#correct`;
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

function readFields({ fields: given }: Press) {
  const fields: Partial<Record<LeadColumn, string>> = {};
  for (const column of leadColumns) fields[column] = given.get(LEAD_COLUMNS[column].input) ?? "";
  return { fields, waits: given.has(INBOX_FIELDS.waits) };
}
