/** Counts and records every change of a lead, and refuses one from a page with an older state. */
import { ChangeSchema, type Change, type Stale } from "../../contract/leads-admin.ts";
import * as v from "valibot";
import { ifReadable, number, parseRecord, text, type Query } from "../store/query.ts";
import { sql, type Sql } from "../store/sql.ts";

export interface LeadChange {
  id: string;
  now: string;
  /** Address of the sign-in or the mail's reader, or `VISITOR`; undefined: command line, chat. */
  by?: string | undefined;
  /** The version that the page shows; undefined: the change is made whatever happened meanwhile. */
  seen?: number | undefined;
}

/** By the agency: makes ids for what it adds, and has the webhooks that are told of it. */
export interface AgencyChange extends LeadChange {
  newId: () => string;
  webhookUrls: readonly string[];
}

export type ChangeNow = (which: Pick<LeadChange, "id" | "seen" | "by">) => AgencyChange;

/** Nothing was changed, because the leads had changed since their page was shown. */
export class StaleFailure extends Error {
  readonly leads: readonly Stale[];

  constructor(leads: readonly Stale[]) {
    super("The lead was changed meanwhile.");
    this.leads = leads;
  }
}

type What = Pick<Change, "kind" | "startsAt" | "reason">;

const MOST_SHOWN = 20;

/**
 * Whoever comes second waits here, and finds the lead changed. @param when it would change it
 * @returns false for a lead that is not there, or is already as it is wanted @throws {StaleFailure}
 */
export async function recordChange(query: Query, change: LeadChange, what: What, when = sql`TRUE`) {
  const { id, now, by, seen } = change;
  const [counted] = await query`UPDATE lead_contexts SET version = version + 1
    WHERE lead_id = ${id} AND version = coalesce(${seen}, version) AND ${when} RETURNING version`;
  if (!counted) {
    await refuseStale(query, change, what, when);
    return false;
  }
  await query`INSERT INTO lead_history (lead_id, number, kind, changed_at, author, starts_at, reason)
    VALUES (${id}, ${counted["version"]}, ${what.kind}, ${now}, ${by}, ${what.startsAt}, ${what.reason})`;
  return true;
}

/** @throws {StaleFailure} for a lead that was changed since it was seen */
export async function refuseStale(query: Query, change: LeadChange, what: What, when?: Sql) {
  const stale = await staleness(query, change, what, when);
  if (stale) throw new StaleFailure([stale]);
}

/** @returns undefined if the lead is as it was seen, or already as it is wanted */
export async function staleness(query: Query, change: LeadChange, what: What, when = sql`TRUE`) {
  const { id, now, by, seen } = change;
  if (seen === undefined) return undefined;
  const [lead] = await query`SELECT version,
    (SELECT name FROM lead_submissions WHERE id = lead_id) AS name FROM lead_contexts
    WHERE lead_id = ${id} AND version <> ${seen} AND ${when}`;
  if (!lead) return undefined;
  const changes = await query`SELECT kind, changed_at, author, starts_at, reason FROM lead_history
    WHERE lead_id = ${id} AND number > ${seen} ORDER BY number DESC LIMIT ${MOST_SHOWN}`;
  return {
    leadId: id,
    name: text(lead, "name"),
    version: number(lead, "version"),
    wanted: v.parse(ChangeSchema, { ...what, changedAt: now, author: by }),
    changes: changes.flatMap((row) => ifReadable(() => parseRecord(ChangeSchema, row)) ?? []),
  };
}
