/** Marks leads, takes marks back, and deletes leads. */
import type { FastifyInstance } from "fastify";
import { type Deed, INBOX_FIELDS, LIST, listPath, MARKS, type Mark } from "../../contract/inbox.ts";
import { LEAD_CHANGES, NOTES, type LeadDetail, type Stale } from "../../contract/leads-admin.ts";
import { OUTCOMES } from "../../contract/outcome.ts";
import { INBOX } from "../../contract/routes.ts";
import { TimeTaken } from "../calls/bookings.ts";
import { readQuery } from "../http/forms.ts";
import { isoTime } from "../leads/days.ts";
import { StaleFailure, findStale, type AgencyChange, type ChangeNow } from "../leads/history.ts";
import { readLead, readLeads } from "../leads/read-lead.ts";
import { parseUuid } from "../leads/uuid.ts";
import type { Database } from "../store/database.ts";
import { answerLead, reopenLead, setOutcome } from "./admin-changes.ts";
import { listLeads } from "./list-leads.ts";
import { narrowedBy, listQueryOf } from "./list.ts";
import { backIn, InboxFailure, MOST_UNDONE, postForm, present, redirectWith } from "./forms.ts";
import { removeLeads, type Removal } from "./remove-leads.ts";

/** One request takes no more, so that it ends within seconds; another takes the rest. */
const MOST_LEADS = 1_000;
/** Fewer than the connections to PostgreSQL, so that visitors' leads do not wait for one. */
const MARKED_TOGETHER = 6;

export function markLead(store: Database, mark: Mark, change: AgencyChange) {
  if (mark === "answered") return answerLead(store, change);
  if (mark === "reopened" || mark === "not-spam") return reopenLead(store, change);
  return setOutcome(store, { ...change, outcome: mark });
}

export function markIn(fields: ReadonlyMap<string, string>): Mark | undefined {
  return MARKS.find((mark) => mark === fields.get(INBOX_FIELDS.mark));
}

export function registerMarks(app: FastifyInstance, store: Database, change: ChangeNow): void {
  postForm(app, INBOX.mark, async ({ fields, by }) => {
    const mark = markIn(fields);
    if (!mark) throw new InboxFailure("unreadable");
    const ticks = ticksOf((fields.get(INBOX_FIELDS.lead) ?? "").split(" "));
    const back = backIn(fields);
    if (ticks.length === 0) return { what: "nothing", back };
    const stale: Stale[] = [];
    const undo: string[] = [];
    const canUndo = ticks.length <= MOST_UNDONE;
    const markOne = async (tick: (typeof ticks)[number]): Promise<string[]> => {
      const before = canUndo ? await readLead(store, tick.id) : undefined;
      const after = await unlessStale(markLead(store, mark, change({ ...tick, by })), stale);
      return before && after ? undoOf(before, after, tick.seen) : [];
    };
    for (let first = 0; first < ticks.length; first += MARKED_TOGETHER) {
      const marked = await Promise.all(ticks.slice(first, first + MARKED_TOGETHER).map(markOne));
      undo.push(...marked.flat());
    }
    if (stale.length > 0) throw new StaleFailure(stale);
    return { what: mark, back, undo, count: ticks.length };
  });

  postForm(app, INBOX.undo, async ({ fields, by }) => {
    const stale: Stale[] = [];
    let what: Deed["what"] = "undone";
    for (const text of (fields.get(INBOX_FIELDS.lead) ?? "").split(" ").slice(0, MOST_UNDONE)) {
      const [tick] = ticksOf([text]);
      const former = STATES.find((one) => text.endsWith(`.${one}`));
      if (tick?.seen === undefined || former === undefined) throw new InboxFailure("unreadable");
      const undone = bringBack(store, former, { ...change({ ...tick, by }), undoes: true });
      await unlessStale(undone.then(present), stale).catch((error: unknown) => {
        if (!(error instanceof TimeTaken)) throw error;
        what = "taken";
      });
    }
    if (stale.length > 0) throw new StaleFailure(stale);
    return { what, back: backIn(fields) };
  });
}

/** Collects a lead that was changed meanwhile, so that the other leads are still changed. */
function unlessStale<Result>(change: Promise<Result>, stale: Stale[]): Promise<Result | undefined> {
  return change.catch((error: unknown) => {
    if (!(error instanceof StaleFailure)) throw error;
    stale.push(...error.leads);
    return undefined;
  });
}

const STATES = ["open", "answered", ...OUTCOMES] as const;

/**
 * What `INBOX.undo` takes. It is empty if the lead was not changed, or if its former state is one
 * that people cannot set, as `suspected`. @param seen the version that the pressed page shows
 */
function undoOf(before: LeadDetail, { lead, version }: LeadDetail, seen?: number): string[] {
  const isUnchanged = version === before.version;
  // The second press of a double click changes nothing. Its *Undo* takes back the first press.
  const isSecondPress = isUnchanged && seen === version - 1;
  if (isUnchanged && !isSecondPress) return [];
  const former = isSecondPress ? stateBeforeLatest(before) : stateOf(before);
  return STATES.some((state) => state === former) ? [`${lead.id}.${version}.${former}`] : [];
}

const stateOf = ({ answeredAt, outcome }: LeadDetail) =>
  answeredAt === undefined ? "open" : (outcome ?? "answered");

const NO_STATE: readonly string[] = [...NOTES, ...LEAD_CHANGES];

/** The state before the latest change; undefined if a call or the site's guess may have set it. */
function stateBeforeLatest({ history, suspicion, bookings }: LeadDetail): string | undefined {
  const kind = history.slice(1).find((change) => !NO_STATE.includes(change.kind))?.kind;
  if (OUTCOMES.some((outcome) => outcome === kind)) return kind;
  if (bookings.length > 0 || (kind === undefined && suspicion.length > 0)) return undefined;
  return kind === "answered" ? kind : "open";
}

function bringBack(store: Database, former: (typeof STATES)[number], change: AgencyChange) {
  if (former === "open") return reopenLead(store, change);
  if (former === "answered") return answerLead(store, change);
  return setOutcome(store, { ...change, outcome: former });
}

/** @param team the agency's addresses */
export function registerDelete(
  app: FastifyInstance,
  removal: Removal,
  timeZone: string,
  team: readonly string[],
): void {
  const { store, now } = removal;

  app.get(INBOX.delete, async (request, reply) => {
    const query = readQuery(request);
    const ticks = ticksOf(query.getAll(INBOX_FIELDS.lead));
    const seen = new Map(ticks.map((tick) => [tick.id, tick.seen]));
    const details = await readLeads(store, [...seen.keys()].toSorted());
    // The form of this page names the versions that the list showed. If a lead was changed since,
    // the form is stale and deletes nothing.
    const leads = details.map((one) => ({ ...one, version: seen.get(one.lead.id) ?? one.version }));
    const back = backIn(query);
    if (leads.length > 0) return reply.show({ view: "delete", leads, team, back });
    return redirectWith(reply, { what: "nothing", back });
  });

  app.get(INBOX.all, async (request, reply) => {
    const query = { ...listQueryOf(request), page: LIST.page };
    const input = narrowedBy(request, query, { timeZone, now });
    const { leads, total } = await listLeads(store, { ...input, size: MOST_LEADS });
    return reply.show({ view: "delete", leads, team, back: listPath(query), total });
  });

  postForm(app, INBOX.delete, async ({ fields, request, by }) => {
    const ticked = fields.get(INBOX_FIELDS.lead);
    if (ticked === undefined) throw new InboxFailure("unreadable");
    const stale: Stale[] = [];
    const fresh: string[] = [];
    for (const tick of ticksOf(ticked.split(" "))) {
      const change = { ...tick, by, now: isoTime(now()) };
      const staleLead = await store.read((query) => findStale(query, change, { kind: "deleted" }));
      if (staleLead) stale.push(staleLead);
      else fresh.push(tick.id);
    }
    const removed = await removeLeads(removal, fresh, by);
    if (!removed) throw new InboxFailure("waiting");
    const { leads } = removed;
    // Only the log records who deleted them.
    if (leads > 0) request.log.warn({ leads, by }, "leads were deleted in the inbox");
    if (stale.length > 0) throw new StaleFailure(stale);
    // A second press finds nothing to delete, but the leads are gone.
    return { what: "deleted", back: backIn(fields), count: fresh.length };
  });
}

/** Reads what `tickOf` writes. The version may be missing: a URL can name a lead by its id. */
function ticksOf(values: readonly string[]): { id: string; seen: number | undefined }[] {
  const ticks = new Map<string, number | undefined>();
  for (const tick of values) {
    const [text = "", version = ""] = tick.split(".");
    const id = parseUuid(text);
    if (id !== undefined) ticks.set(id, /^\d{1,9}$/.test(version) ? Number(version) : undefined);
  }
  return [...ticks].slice(0, MOST_LEADS).map(([id, seen]) => ({ id, seen }));
}
