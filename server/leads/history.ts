/**
 * Records changes of leads. Refuses a change
 * from a page with an older version of the lead.
 */

import * as v from "valibot";
import { DAY_MS, timeAfter } from "../../contract/durations.ts";
import {
  ChangeSchema,
  DAYS_UNTIL_NEXT,
  STATE_CHANGES,
  type Change,
  type Stale,
} from "../../contract/inbox/leads-admin.ts";
import { number, parseReadable, text, type Query } from "../store/query.ts";
import { lockKey, sql, type Sql } from "../store/sql.ts";

export interface LeadChange {
  id: string;
  now: string;
  /**
   * A member's address or `VISITOR`; undefined for
   * the command line and for a link in a chat.
   */
  by?: string | undefined;
  /**
   * The version that the page shows; undefined if
   * the change may ignore what others changed.
   */
  seen?: number | undefined;
}

export interface AgencyChange extends LeadChange {
  newId: () => string;
  webhookUrls: readonly string[];
  /** The agency's day, like `2027-03-01`. */
  today: string;
}

export type ChangeNow = (
  which: Pick<LeadChange, "id" | "seen" | "by">,
) => AgencyChange;

export class StaleFailure extends Error {
  readonly leads: readonly Stale[];

  constructor(leads: readonly Stale[]) {
    super("The lead was changed meanwhile.");
    this.leads = leads;
  }
}

/**
 * Only one transaction at a time changes calls, or several leads of a person.
 * To avoid deadlocks, lock rows after this lock.
 */
export const lockCalls = lockKey("bookings");

type Wanted = Pick<Change, "kind" | "startsAt" | "reason">;

const MOST_SHOWN = 20;
const TRUE = sql`TRUE`;

/**
 * Of two simultaneous changes, the second
 * waits here, and then finds the lead changed.
 * @param when a condition on the lead's context;
 * false if the lead already has the wanted state
 * @returns the change's number; undefined if
 * the lead is not stored, or `when` is false
 * @throws {StaleFailure}
 */
export async function recordChange(
  query: Query,
  change: LeadChange,
  wanted: Wanted,
  when = TRUE,
): Promise<number | undefined> {
  const { id, now, by, seen } = change;
  const { kind, startsAt, reason } = wanted;
  const [updated] = await query`UPDATE lead_contexts SET version = version + 1
    WHERE lead_id = ${id} AND version = coalesce(${seen}, version) AND ${when}
    RETURNING version, outcome, outcome_at, outcome_by, answered_at,
      answered_by, due_at,
      next_at, follow_up_on`;
  if (!updated) {
    await refuseStale(query, change, wanted, when);
    return undefined;
  }
  const { version, ...state } = updated;
  const changesState = STATE_CHANGES.some((one) => one === kind);
  const stateBefore = changesState ? JSON.stringify(state) : undefined;
  await query`INSERT INTO lead_history
      (lead_id, number, kind, changed_at, author, starts_at, reason,
      state_before)
    VALUES (${id}, ${version}, ${kind}, ${now}, ${by}, ${startsAt}, ${reason},
      ${stateBefore})`;
  const days = DAYS_UNTIL_NEXT[kind];
  if (days !== undefined)
    await query`UPDATE lead_contexts
      SET next_at = ${timeAfter(now, days * DAY_MS)}
      WHERE lead_id = ${id}`;
  return number(updated, "version");
}

/** @throws {StaleFailure} for the lead that {@link findStale} returns */
export async function refuseStale(
  query: Query,
  change: LeadChange,
  wanted: Wanted,
  when?: Sql,
) {
  const stale = await findStale(query, change, wanted, when);
  if (stale) throw new StaleFailure([stale]);
}

/**
 * @returns undefined without `seen`, since SQL compares nothing with
 * NULL, for an unchanged or unknown lead, or if `when` is false
 */
export async function findStale(
  query: Query,
  change: LeadChange,
  wanted: Wanted,
  when = TRUE,
) {
  const { id, now, by, seen } = change;
  const [lead] = await query`SELECT version,
    (SELECT name FROM lead_submissions WHERE id = lead_id) AS name
    FROM lead_contexts
    WHERE lead_id = ${id} AND version <> ${seen} AND ${when}`;
  if (!lead) return undefined;
  const changes = await query`SELECT kind, changed_at, author, starts_at, reason
    FROM lead_history
    WHERE lead_id = ${id} AND number > ${seen} ORDER BY number DESC
    LIMIT ${MOST_SHOWN}`;
  return {
    leadId: id,
    name: text(lead, "name"),
    version: number(lead, "version"),
    wanted: v.parse(ChangeSchema, { ...wanted, changedAt: now, author: by }),
    changes: parseReadable(ChangeSchema, changes),
  };
}
