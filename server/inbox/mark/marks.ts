/** Marks leads, and undoes marks. */

import { INBOX } from "../../../contract/http/routes.ts";
import { MARKS, type Mark } from "../../../contract/inbox/inbox-names.ts";
import {
  STATE_CHANGES,
  type LeadDetail,
  type Stale,
} from "../../../contract/inbox/leads-admin.ts";
import { LIST_SIZE } from "../../../contract/limits.ts";
import { TimeTaken } from "../../calls/spam-calls.ts";
import { StaleFailure, type ChangeNow } from "../../leads/history.ts";
import type { Database } from "../../store/database.ts";
import type { Deed } from "../deed.ts";
import { INBOX_FIELDS, tickOf } from "../fields.ts";
import { backIn, InboxFailure, postForm, present } from "../forms.ts";
import type { Room } from "../parts.ts";
import { ticksOf, unlessAnyStale, type Tick } from "../ticks.ts";
import { markLead } from "./mark-lead.ts";
import { marksAt, undoMark } from "./undo-mark.ts";

/**
 * At this limit, some connections to PostgreSQL stay free for visitors' leads.
 */
const MARKED_TOGETHER = 6;

/** @throws {InboxFailure} for a mark that no page offers */
export function markOf(name: string | undefined): Mark {
  const mark = MARKS.find((one) => one === name);
  if (!mark) throw new InboxFailure("unreadable");
  return mark;
}

/**
 * @throws {PartlyStale} with what was done to
 * other leads; {InboxFailure} if no lead exists
 */
export async function markLeads(
  store: Database,
  change: ChangeNow,
  { what, back, by }: Marking,
  ticks: readonly Tick[],
): Promise<Deed> {
  const stale: Stale[] = [];
  const undo: string[] = [];
  let count = 0;
  const { now } = change({ id: "", seen: undefined, by });
  // A cookie has at most 4 KB. More leads are found by the time.
  const isInCookie = ticks.length <= LIST_SIZE;
  const markOne = async ({ id, seen }: Tick): Promise<void> => {
    const changing = { ...change({ id, seen, by }), now };
    const marked = await unlessStale(markLead(store, what, changing), stale);
    if (!marked) return;
    count += 1;
    if (isInCookie) undo.push(...undoOf(marked, seen));
  };
  for (let first = 0; first < ticks.length; first += MARKED_TOGETHER)
    await Promise.all(ticks.slice(first, first + MARKED_TOGETHER).map(markOne));
  if (!isInCookie) undo.push(now);
  return unlessAnyStale({ what, back, undo, count }, stale);
}

interface Marking {
  what: Mark;
  back: string;
  by: string | undefined;
}

export const registerMarks: Room = (app, { store, change }) => {
  postForm(app, INBOX.mark, async ({ fields, by }) => {
    const what = markOf(fields.get(INBOX_FIELDS.mark));
    const ticks = ticksOf((fields.get(INBOX_FIELDS.lead) ?? "").split(" "));
    const back = backIn(fields);
    if (ticks.length === 0) return { what: "nothing", back };
    return markLeads(store, change, { what, back, by }, ticks);
  });

  postForm(app, INBOX.undo, async ({ fields, by }) => {
    const stale: Stale[] = [];
    let what: Deed["what"] = "undone";
    const named = fields.get(INBOX_FIELDS.lead) ?? "";
    const ticks = /^\d{4}-\S{18}Z$/.test(named)
      ? await marksAt(store, named, by)
      : ticksOf(named.split(" "));
    for (const { id, seen, number } of ticks) {
      if (number === undefined) throw new InboxFailure("unreadable");
      const undone = undoMark(store, change({ id, seen, by }), number);
      const undoing = unlessStale(undone.then(present), stale, number);
      await undoing.catch((error: unknown) => {
        if (!(error instanceof TimeTaken)) throw error;
        what = "taken";
      });
    }
    return unlessAnyStale(
      { what, back: backIn(fields), count: ticks.length - stale.length },
      stale,
    );
  });
};

/**
 * @returns the tick that `INBOX.undo` takes; none if there is nothing to undo
 */
function undoOf(marked: LeadDetail, seen?: number): string[] {
  const { version, history } = marked;
  // The second press of a double click changes
  // nothing, but offers to undo the first press.
  const isMarked = STATE_CHANGES.some((kind) => kind === history[0]?.kind);
  return version - 1 === seen && isMarked
    ? [`${tickOf(marked)}.${version}`]
    : [];
}

/**
 * Collects a lead that was changed meanwhile,
 * so that the other leads are still changed.
 */
function unlessStale<Result>(
  change: Promise<Result>,
  stale: Stale[],
  number?: number,
): Promise<Result | undefined> {
  return change.catch((error: unknown) => {
    if (!(error instanceof StaleFailure)) throw error;
    stale.push(...error.leads.map((lead) => ({ ...lead, number })));
    return undefined;
  });
}
