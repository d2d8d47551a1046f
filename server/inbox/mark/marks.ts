/** Marks leads. */

import { MARKS, type Mark } from "../../../contract/inbox/inbox-names.ts";
import {
  STATE_CHANGES,
  type LeadDetail,
  type Stale,
} from "../../../contract/inbox/leads-admin.ts";
import { LIST_SIZE } from "../../../contract/limits.ts";
import { StaleFailure, type ChangeNow } from "../../leads/history.ts";
import type { Database } from "../../store/database.ts";
import type { Deed } from "../deed.ts";
import { tickOf } from "../fields.ts";
import { InboxFailure } from "../forms.ts";
import { unlessAnyStale, type Tick } from "../ticks.ts";
import { markLead } from "./mark-lead.ts";

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
export function unlessStale<Result>(
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
