/**
 * The one place that says in which of the inbox's
 * lists a lead is, in SQL for both stores.
 */

import type { List } from "../../contract/inbox/leads-admin.ts";
import {
  DECIDED_OUTCOMES,
  SPAM_OUTCOMES,
  type Outcome,
} from "../../contract/inbox/outcome.ts";
import { isBehind, isOutcome } from "../deliveries/conditions.ts";
import { joined, sql, type Sql } from "../store/sql.ts";

/** `now` is ISO 8601 in UTC, `today` is the agency's day, like `2027-03-01`. */
export interface ListMoment {
  now: string;
  today: string;
}

/** No condition is ever NULL, so that NOT of each is its opposite. */
const HAS_FOLLOW_UP = sql`coalesce(context.follow_up_on, '') <> ''`;
const HAS_CALL_UNSAID = sql`context.call_ends_at IS NOT NULL`;
const hasOutcome = (...outcomes: readonly Outcome[]) =>
  isOutcome("context.outcome", ...outcomes);
const IS_DECIDED = hasOutcome(...DECIDED_OUTCOMES);

/**
 * What is ours to do: a day that has come, a
 * call that is over, a person who fell silent.
 */
const isNext = ({ now, today }: ListMoment) => sql`(
    (${HAS_FOLLOW_UP} AND context.follow_up_on <= ${today})
    OR (${HAS_CALL_UNSAID} AND context.call_ends_at <= ${now})
    OR (NOT ${HAS_FOLLOW_UP} AND NOT ${HAS_CALL_UNSAID} AND NOT ${IS_DECIDED}
      AND context.next_at IS NOT NULL AND context.next_at <= ${now}))`;

/** The first rule that holds names the list of a lead. */
const RULES: readonly (readonly [List | "behind", (at: ListMoment) => Sql])[] =
  [
    ["spam", () => hasOutcome(...SPAM_OUTCOMES)],
    // The line of the person's latest lead stands for this one.
    ["behind", () => isBehind("context")],
    ["open", () => sql`context.answered_at IS NULL`],
    ["next", isNext],
    // A call that is over is in `next`, so this call is still to come.
    ["booked", () => HAS_CALL_UNSAID],
    ...DECIDED_OUTCOMES.map(
      (outcome) => [outcome, () => hasOutcome(outcome)] as const,
    ),
    ["waiting", () => sql`TRUE`],
  ];

/**
 * Matches the leads of a list: its own rule
 * holds, and none of the rules before it.
 */
export function isInList(list: List, at: ListMoment): Sql {
  const place = RULES.findIndex(([name]) => name === list);
  const rules = RULES.slice(0, place + 1).map(([, rule]) => rule(at));
  const earlier = rules.slice(0, -1).map((rule) => sql`NOT ${rule}`);
  return joined([...rules.slice(-1), ...earlier], " AND ");
}
