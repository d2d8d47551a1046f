/** One lead: its page and forms, and deleting it or several. */
import { INBOX_FIELDS, ANSWERED, NOT_SPAM, LIST_SIZE, type Deed } from "../../contract/inbox.ts";
import type { FastifyInstance } from "fastify";
import { INBOX } from "../../contract/routes.ts";
import type { Stale } from "../../contract/history.ts";
import type { LeadDetail } from "../../contract/leads-admin.ts";
import { needsNoAnswer, OUTCOMES_BY_HAND } from "../../contract/outcome.ts";
import { isDay } from "../../contract/day.ts";
import { cleanText } from "../../contract/typed-text.ts";
import { parseUuid } from "../leads/uuid.ts";
import { queryIn, readQuery } from "../http/forms.ts";
import { cancellationsOf } from "./cancellations.ts";
import { InboxFailure, StaleFailure, type InboxAdmin } from "./failures.ts";
import { postForm, runAdmin, type IdRoute, type PostedForm } from "./posted-form.ts";
import type { RenderView } from "./render-view.ts";
import { signedInAs } from "./sessions.ts";
import { refusalIn } from "./calls.ts";
import { findPlace, listIn, type ListParts } from "./list.ts";
import { rememberDeed } from "./deed.ts";
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
const LEAD_FORMS: Record<string, (admin: InboxAdmin, form: PostedForm) => Promise<Done>> = {
  [INBOX.answer(":id")]: async (admin, form) => {
    const before = await admin.lead({ id: form.id });
    return {
      control: "answer",
      what: "answered",
      undo: undoOf(before, await runAdmin(admin, form, "answer")),
    };
  },

  [INBOX.reopen(":id")]: async (admin, form) => {
    const before = await admin.lead({ id: form.id });
    const what = needsNoAnswer(before.outcome) ? NOT_SPAM : "reopened";
    return { control: "answer", what, undo: undoOf(before, await runAdmin(admin, form, "reopen")) };
  },

  [INBOX.outcome(":id")]: async (admin, form) => {
    const outcome = outcomeIn(form.fields);
    if (!outcome) throw new InboxFailure("unreadable");
    const before = await admin.lead({ id: form.id });
    return {
      control: outcome,
      what: outcome,
      undo: undoOf(before, await runAdmin(admin, form, "outcome", { outcome })),
    };
  },

  [INBOX.assign(":id")]: (admin, form) =>
    form.fields.has(INBOX_FIELDS.owner) ? setOwner(admin, form) : setFollowUp(admin, form),

  [INBOX.note(":id")]: async (admin, form) => {
    const text = noteIn(form.fields);
    if (text === "") return { control: "notes" };
    await runAdmin(admin, form, "note", { text });
    return { control: "note-saved", what: "noted" };
  },

  [INBOX.correctNote(":id", ":noteId")]: async (admin, form) => {
    // Nobody knows who opened a link of the command line.
    if (form.by === undefined) throw new InboxFailure("missing");
    const text = noteIn(form.fields);
    if (text === "") return { control: "notes" };
    await runAdmin(admin, form, "correctNote", { text });
    return { control: "note-saved", what: "noted" };
  },

  [INBOX.revive(":id", ":deliveryId")]: async (admin, { id, ids }) => {
    const { deliveries } = await admin.lead({ id });
    const delivery = deliveries.find((one) => one.id === ids["deliveryId"]);
    if (!delivery) throw new InboxFailure("missing");
    await admin.sendAgain({ id: delivery.id });
    return { control: "deliveries", what: "sent" };
  },
};

/** The signed-in person takes the lead, or gives it back. */
async function setOwner(admin: InboxAdmin, form: PostedForm): Promise<Done> {
  const owners = new Map([
    ["me", form.by],
    ["", ""],
  ]);
  const owner = owners.get(form.fields.get(INBOX_FIELDS.owner) ?? "");
  if (owner === undefined) throw new InboxFailure("unreadable");
  await runAdmin(admin, form, "assign", { owner });
  return { control: "keeping", what: owner === "" ? "given-back" : "taken" };
}

/** Sets the day to get back to the lead; empty: none. */
async function setFollowUp(admin: InboxAdmin, form: PostedForm): Promise<Done> {
  const followUpOn = form.fields.get(INBOX_FIELDS.followUpOn);
  if (followUpOn === undefined || (followUpOn !== "" && !isDay(followUpOn)))
    throw new InboxFailure("unreadable");
  await runAdmin(admin, form, "assign", { followUpOn });
  return { control: "follow-up-saved", what: "follow-up" };
}

const outcomeIn = (fields: ReadonlyMap<string, string>) =>
  OUTCOMES_BY_HAND.find((outcome) => outcome === fields.get(INBOX_FIELDS.outcome));

const noteIn = (fields: ReadonlyMap<string, string>) => cleanText(fields.get(INBOX_FIELDS.note) ?? "");

interface LeadPageParts extends ListParts {
  render: RenderView;
  /** Undefined if the scheduling page is on another site. */
  feed: string | undefined;
  /** Whether a call needs a number. */
  requiresPhone: boolean;
}

export function registerLead(app: FastifyInstance, parts: LeadPageParts): void {
  const { admin, render, feed, requiresPhone } = parts;

  app.get<IdRoute>(INBOX.lead(":id"), async (request, reply) => {
    const { id } = request.params;
    const detail = await admin.lead({ id });
    const place = await findPlace(request, id, parts);
    const theirs = await admin.leadsAfter({ email: detail.lead.email, size: MOST_OTHERS });
    const others = theirs.filter(({ lead }) => lead.id !== id);
    const booking = feed === undefined ? undefined : await bookingForm();
    const more = { others, booking, me: signedInAs(request), refused: refusalIn(request) };
    return render(reply, { view: "lead", detail, place, ...more });
  });

  async function bookingForm() {
    const openTimes = (await admin.freeTimes({})).slice(0, MOST_OPEN_TIMES);
    return { openTimes, requiresPhone };
  }

  for (const [path, work] of Object.entries(LEAD_FORMS))
    postForm(app, path, async (form) => {
      const { control, what, undo = [] } = await work(admin, form);
      const back = `${INBOX.lead(form.id)}${queryIn(form.request)}#${control}`;
      return what === undefined ? back : rememberDeed(form.reply, { what, back, undo, count: 1 });
    });
}

export interface SeveralParts {
  admin: InboxAdmin;
  render: RenderView;
  /** The agency's addresses. */
  notify: readonly string[];
  now: () => number;
}

/** Marks the leads that were ticked in the list, or deletes them: the first form asks, the second deletes. */
export function registerSeveral(app: FastifyInstance, parts: SeveralParts) {
  const { admin, render, notify, now } = parts;

  postForm(app, INBOX.mark, async ({ fields, request, reply, by }) => {
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
    return ticked.length === 0
      ? `${back}#nothing`
      : rememberDeed(reply, { what, back, undo, count: ticked.length });
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
    if (leads.length === 0) return reply.redirect(`${back}#nothing`, 303);
    const cancelled = cancellationsOf(leads, notify, new Date(now()).toISOString());
    return render(reply, { view: "delete", leads, cancelled, back });
  });

  postForm(app, INBOX.delete, async ({ fields, request, reply, by }) => {
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
    const back = listIn(fields.get(INBOX_FIELDS.back));
    return rememberDeed(reply, { what: "deleted", back, undo: [], count: leads });
  });
}

const isMissing = (error: unknown) => error instanceof InboxFailure && error.reason === "missing";

/** Reads what `tickOf` writes; an address may name a lead without a version. */
function ticksOf(values: readonly string[]): { id: string; seen: number | undefined }[] {
  const ticks = new Map<string, number | undefined>();
  for (const tick of values) {
    const [text = "", version = ""] = tick.split(".");
    const id = parseUuid(text);
    if (id !== undefined) ticks.set(id, /^\d{1,9}$/.test(version) ? Number(version) : undefined);
  }
  return [...ticks].slice(0, LIST_SIZE).map(([id, seen]) => ({ id, seen }));
}
