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
import { InboxFailure, okValue, StaleFailure } from "./failures.ts";
import {
  addNote,
  answerLead,
  assignLead,
  correctNote,
  reopenLead,
  sendAgain,
  setOutcome,
} from "./admin-changes.ts";
import { removeSeen, type Removal } from "./remove-leads.ts";
import type { OpenTimes } from "../calls/offered-times.ts";
import { isoTime } from "../leads/days.ts";
import type { AgencyChange, ChangeNow } from "../leads/history.ts";
import { readLead, readLeadsAfter } from "../leads/read-lead.ts";
import type { Database } from "../store/database.ts";
import { MAX_NOTE_LENGTH } from "../../contract/limits.ts";
import { postForm, type IdRoute, type PostedForm } from "./posted-form.ts";
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

/** A form of a lead's page. @param change that it makes */
type LeadForm = (store: Database, form: PostedForm, change: AgencyChange) => Promise<Done>;

const LEAD_FORMS: Record<string, LeadForm> = {
  [INBOX.answer(":id")]: async (store, { id }, change) => {
    const before = okValue(await readLead(store, id));
    const after = okValue(await answerLead(store, change));
    return { control: "answer", what: "answered", undo: undoOf(before, after) };
  },

  [INBOX.reopen(":id")]: async (store, { id }, change) => {
    const before = okValue(await readLead(store, id));
    const what = needsNoAnswer(before.outcome) ? NOT_SPAM : "reopened";
    const after = okValue(await reopenLead(store, change));
    return { control: "answer", what, undo: undoOf(before, after) };
  },

  [INBOX.outcome(":id")]: async (store, { id, fields }, change) => {
    const outcome = outcomeIn(fields);
    if (!outcome) throw new InboxFailure("unreadable");
    const before = okValue(await readLead(store, id));
    const after = okValue(await setOutcome(store, { ...change, outcome }));
    return { control: outcome, what: outcome, undo: undoOf(before, after) };
  },

  [INBOX.assign(":id")]: (store, form, change) =>
    form.fields.has(INBOX_FIELDS.owner) ? setOwner(store, form, change) : setFollowUp(store, form, change),

  // A note is added whatever happened to the lead meanwhile.
  [INBOX.note(":id")]: async (store, { fields }, change) => {
    const text = noteIn(fields);
    if (text === "") return { control: "notes" };
    okValue(await addNote(store, { ...change, seen: undefined }, text));
    return { control: "note-saved", what: "noted" };
  },

  [INBOX.correctNote(":id", ":noteId")]: async (store, { fields, ids, by }, change) => {
    // Nobody knows who opened a link of the command line.
    if (by === undefined) throw new InboxFailure("missing");
    const text = noteIn(fields);
    if (text === "") return { control: "notes" };
    okValue(await correctNote(store, { ...change, seen: undefined }, { id: ids["noteId"] ?? "", text }));
    return { control: "note-saved", what: "noted" };
  },

  [INBOX.revive(":id", ":deliveryId")]: async (store, { id, ids }, { now }) => {
    const { deliveries } = okValue(await readLead(store, id));
    const delivery = deliveries.find((one) => one.id === ids["deliveryId"]);
    if (!delivery) throw new InboxFailure("missing");
    okValue(await sendAgain(store, { id: delivery.id }, now));
    return { control: "deliveries", what: "sent" };
  },
};

/** The signed-in person takes the lead, or gives it back. */
async function setOwner(store: Database, { fields, by }: PostedForm, change: AgencyChange): Promise<Done> {
  const owners = new Map([
    ["me", by],
    ["", ""],
  ]);
  const owner = owners.get(fields.get(INBOX_FIELDS.owner) ?? "");
  if (owner === undefined) throw new InboxFailure("unreadable");
  okValue(await assignLead(store, { ...change, owner }));
  return { control: "keeping", what: owner === "" ? "given-back" : "taken" };
}

/** Sets the day to get back to the lead; empty: none. */
async function setFollowUp(store: Database, { fields }: PostedForm, change: AgencyChange): Promise<Done> {
  const followUpOn = fields.get(INBOX_FIELDS.followUpOn);
  if (followUpOn === undefined || (followUpOn !== "" && !isDay(followUpOn)))
    throw new InboxFailure("unreadable");
  okValue(await assignLead(store, { ...change, followUpOn }));
  return { control: "follow-up-saved", what: "follow-up" };
}

type Mark = (typeof OUTCOMES_BY_HAND)[number] | typeof ANSWERED | typeof NOT_SPAM;

const outcomeIn = (fields: ReadonlyMap<string, string>) =>
  OUTCOMES_BY_HAND.find((outcome) => outcome === fields.get(INBOX_FIELDS.outcome));

/** @throws {InboxFailure} if it is too long */
function noteIn(fields: ReadonlyMap<string, string>): string {
  const text = cleanText(fields.get(INBOX_FIELDS.note) ?? "");
  if (Array.from(text).length > MAX_NOTE_LENGTH) throw new InboxFailure("unreadable");
  return text;
}

interface LeadPageParts extends ListParts {
  render: RenderView;
  change: ChangeNow;
  /** Undefined if the scheduling page is on another site. */
  times: Pick<OpenTimes, "read"> | undefined;
  /** Whether a call needs a number. */
  requiresPhone: boolean;
}

export function registerLead(app: FastifyInstance, parts: LeadPageParts): void {
  const { store, change, render, times, requiresPhone } = parts;

  app.get<IdRoute>(INBOX.lead(":id"), async (request, reply) => {
    const { id } = request.params;
    const detail = okValue(await readLead(store, id));
    const place = await findPlace(request, id, parts);
    const { email } = detail.lead;
    const theirs = okValue(await readLeadsAfter(store, { email, size: MOST_OTHERS }));
    const others = theirs.filter(({ lead }) => lead.id !== id);
    const booking = times && { openTimes: await openTimes(times), requiresPhone };
    const more = { others, booking, me: signedInAs(request), refused: refusalIn(request) };
    return render(reply, { view: "lead", detail, place, ...more });
  });

  for (const [path, work] of Object.entries(LEAD_FORMS))
    postForm(app, path, async (form) => {
      const { control, what, undo = [] } = await work(store, form, change(form, form.by));
      const back = `${INBOX.lead(form.id)}${queryIn(form.request)}#${control}`;
      return what === undefined ? back : rememberDeed(form.reply, { what, back, undo, count: 1 });
    });
}

async function openTimes(times: Pick<OpenTimes, "read">): Promise<string[]> {
  const openings = await times.read();
  if (openings.kind === "unavailable") throw new InboxFailure(openings.kind, openings.reason);
  return openings.times.slice(0, MOST_OPEN_TIMES);
}

export interface SeveralParts {
  change: ChangeNow;
  removal: Removal;
  render: RenderView;
  /** The agency's addresses. */
  notify: readonly string[];
  now: () => number;
}

function mark(store: Database, what: Mark, change: AgencyChange) {
  if (what === ANSWERED) return answerLead(store, change);
  return what === NOT_SPAM ? reopenLead(store, change) : setOutcome(store, { ...change, outcome: what });
}

/** Marks the leads that were ticked in the list, or deletes them: the first form asks, the second deletes. */
export function registerSeveral(app: FastifyInstance, parts: SeveralParts) {
  const { change, removal, render, notify, now } = parts;
  const { store } = removal;

  postForm(app, INBOX.mark, async ({ fields, request, reply, by }) => {
    const given = fields.get(INBOX_FIELDS.outcome);
    const what = outcomeIn(fields) ?? (given === ANSWERED || given === NOT_SPAM ? given : undefined);
    if (!what) throw new InboxFailure("unreadable");
    const ticked = ticksOf((fields.get(INBOX_FIELDS.lead) ?? "").split(" "));
    const stale: Stale[] = [];
    const undo: string[] = [];
    for (const which of ticked) {
      try {
        const before = okValue(await readLead(store, which.id));
        const after = okValue(await mark(store, what, change(which, by)));
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
      const detail = await readLead(store, id);
      if (detail.kind === "missing") continue;
      const lead = okValue(detail);
      // This page shows no more of a lead than the page before it.
      leads.push({ ...lead, version: seen ?? lead.version });
    }
    const back = listIn(query.get(INBOX_FIELDS.back) ?? "");
    if (leads.length === 0) return reply.redirect(`${back}#nothing`, 303);
    const cancelled = cancellationsOf(leads, notify, isoTime(now()));
    return render(reply, { view: "delete", leads, cancelled, back });
  });

  postForm(app, INBOX.delete, async ({ fields, request, reply, by }) => {
    const given = fields.get(INBOX_FIELDS.lead);
    if (given === undefined) throw new InboxFailure("unreadable");
    const ticked = ticksOf(given.split(" "));
    const seen = new Map(ticked.map((one) => [one.id, one.seen]));
    const { leads, waits, stale } = okValue(await removeSeen(removal, seen, by));
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
