/** Marks leads, undoes marks, and deletes leads. */
import type { FastifyInstance } from "fastify";
import { type Deed, INBOX_FIELDS, listPath, MARKS, tickOf, type Mark } from "../../contract/inbox.ts";
import type { LeadDetail, Stale } from "../../contract/leads-admin.ts";
import { INBOX } from "../../contract/routes.ts";
import { TimeTaken } from "../calls/bookings.ts";
import { readQuery } from "../http/forms.ts";
import { isoTime } from "../leads/days.ts";
import { StaleFailure, findStale, type AgencyChange, type ChangeNow } from "../leads/history.ts";
import { readLeads } from "../leads/read-lead.ts";
import { parseUuid } from "../leads/uuid.ts";
import type { Database } from "../store/database.ts";
import { answerLead, reopenLead, setOutcome } from "./admin-changes.ts";
import { listLeads } from "./list-leads.ts";
import { listIn } from "./list.ts";
import { backIn, InboxFailure, MOST_UNDONE, postForm, present, redirectWith } from "./forms.ts";
import { removeLeads, type Removal } from "./remove-leads.ts";
import { stateBefore, undoMark } from "./undo-mark.ts";

/** One request takes at most this many leads, to end within seconds. The next takes the rest. */
const MOST_LEADS = 1_000;
/** At this limit, some connections to PostgreSQL stay free for visitors' leads. */
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
    let count = 0;
    const markOne = async ({ id, seen }: Tick): Promise<void> => {
      const marked = await unlessStale(markLead(store, mark, change({ id, seen, by })), stale);
      if (!marked) return;
      count += 1;
      if (ticks.length <= MOST_UNDONE) undo.push(...(await undoOf(store, marked, seen)));
    };
    for (let first = 0; first < ticks.length; first += MARKED_TOGETHER)
      await Promise.all(ticks.slice(first, first + MARKED_TOGETHER).map(markOne));
    return unlessAnyStale({ what: mark, back, undo, count }, stale);
  });

  postForm(app, INBOX.undo, async ({ fields, by }) => {
    const stale: Stale[] = [];
    let what: Deed["what"] = "undone";
    const ticks = ticksOf((fields.get(INBOX_FIELDS.lead) ?? "").split(" ")).slice(0, MOST_UNDONE);
    for (const { id, seen, number } of ticks) {
      if (number === undefined) throw new InboxFailure("unreadable");
      const undone = undoMark(store, change({ id, seen, by }), number);
      await unlessStale(undone.then(present), stale).catch((error: unknown) => {
        if (!(error instanceof TimeTaken)) throw error;
        what = "taken";
      });
    }
    return unlessAnyStale({ what, back: backIn(fields), count: ticks.length - stale.length }, stale);
  });
}

/** @returns the tick that `INBOX.undo` takes; none if there is nothing to undo */
async function undoOf(store: Database, marked: LeadDetail, seen?: number): Promise<string[]> {
  const { lead, version } = marked;
  // The second press of a double click changes nothing, but offers to undo the first press.
  if (version - 1 !== seen || !(await stateBefore(store, lead.id, version))) return [];
  return [`${tickOf(marked)}.${version}`];
}

/** @throws {StaleFailure} with what was done to other leads; {InboxFailure} if no lead exists */
function unlessAnyStale(deed: Deed & { count: number }, stale: readonly Stale[]): Deed {
  const done = deed.count > 0 ? deed : undefined;
  if (stale.length > 0) throw new StaleFailure(stale, done);
  return present(done);
}

/** Collects a lead that was changed meanwhile, so that the other leads are still changed. */
function unlessStale<Result>(change: Promise<Result>, stale: Stale[]): Promise<Result | undefined> {
  return change.catch((error: unknown) => {
    if (!(error instanceof StaleFailure)) throw error;
    stale.push(...error.leads);
    return undefined;
  });
}

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
    // the form does not delete the lead.
    const leads = details.map((one) => ({ ...one, version: seen.get(one.lead.id) ?? one.version }));
    const back = backIn(query);
    if (leads.length > 0) return reply.show({ view: "delete", leads, team, back });
    return redirectWith(reply, { what: "nothing", back });
  });

  app.get(INBOX.all, async (request, reply) => {
    const { query, input } = listIn(request, { timeZone, now });
    const { leads, total } = await listLeads(store, { ...input, size: MOST_LEADS });
    const back = listPath({ ...query, page: 1 });
    if (leads.length > 0) return reply.show({ view: "delete", leads, team, back, total });
    return redirectWith(reply, { what: "nothing", back });
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
    // Only the log records who deleted the leads.
    if (leads > 0) request.log.warn({ leads, by }, "leads were deleted in the inbox");
    // The count is not `leads`: the second press of a double click finds no leads to delete.
    return unlessAnyStale({ what: "deleted", back: backIn(fields), count: fresh.length }, stale);
  });
}

/** `number` is the number of the mark that *Undo* takes back. */
type Tick = Pick<AgencyChange, "id" | "seen"> & { number: number | undefined };

/** Reads what `tickOf` writes. The version may be missing: a URL can name a lead by its id. */
function ticksOf(values: readonly string[]): Tick[] {
  const ticks = new Map<string, Tick>();
  for (const tick of values) {
    const [text = "", ...numbers] = tick.split(".");
    const id = parseUuid(text);
    const [seen, number] = numbers.map((one) => (/^\d{1,9}$/.test(one) ? Number(one) : undefined));
    if (id !== undefined) ticks.set(id, { id, seen, number });
  }
  return [...ticks.values()].slice(0, MOST_LEADS);
}
