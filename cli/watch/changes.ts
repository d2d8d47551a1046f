/** The changes of the open leads between two polls. */

import type { LeadSummary } from "../../contract/leads-admin.ts";
type ChangeKind = "new" | "answered" | "overdue" | "not delivered" | "delivered";

export interface Change {
  kind: ChangeKind;
  lead: LeadSummary;
}

export type Seen = ReadonlyMap<string, LeadSummary>;

/**
 * In the order in which they are printed: new leads, changes of known ones, answers. A lead that waits
 * again after its answer comes like a new one.
 *
 * @param times of the two looks, in milliseconds since 1970
 */
export function changes(before: Seen, after: Seen, times: { before: number; after: number }): Change[] {
  const came: Change[] = [];
  const happened: Change[] = [];
  for (const [id, lead] of after) {
    const known = before.get(id);
    if (!known) came.push({ kind: "new", lead });
    else for (const kind of happenedTo(known, lead, times)) happened.push({ kind, lead });
  }
  const answered = [...before.values()].filter(({ id }) => !after.has(id));
  return [...came, ...happened, ...answered.map((lead): Change => ({ kind: "answered", lead }))];
}

function happenedTo(
  known: LeadSummary,
  lead: LeadSummary,
  times: { before: number; after: number },
): ChangeKind[] {
  const due = Date.parse(lead.dueAt);
  return [
    ...(times.before <= due && due < times.after ? (["overdue"] as const) : []),
    ...(lead.failedDeliveries > known.failedDeliveries ? (["not delivered"] as const) : []),
    ...(lead.failedDeliveries === 0 && known.failedDeliveries > 0 ? (["delivered"] as const) : []),
  ];
}
