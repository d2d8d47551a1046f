/**
 * Decides which purge needs no person; docs/privacy.md has the rule. Otherwise a wrong clock or a mistyped
 * RETENTION_DAYS could delete every lead. The daily progress of the last purge's time proves that the clock
 * is right. Rows prove nothing: a wrong clock stamps new ones, and an idle agency has none.
 */
import * as v from "valibot";
import { WaitingPurgeSchema } from "../../contract/leads-admin.ts";
import { type Query, isTime, number, read } from "./query.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** If the last purge was at most this long ago, all leads that became too old since then are deleted. */
const STEADY_MS = 2 * DAY_MS;
/** If the site was off for longer, or its clock jumped further, the purge waits for confirmation. */
const MAX_MOVE_MS = 7 * DAY_MS;
/** Share of all leads: a purge never deletes more overdue leads than this without permission. */
const MAX_SHARE = 0.1;

const StateSchema = v.object({
  deletedBefore: v.optional(v.string()),
  allowedBefore: v.optional(v.string()),
});

/** Decides whether older leads are deleted now or wait. Times are ISO 8601 in UTC. */
export async function planPurge(query: Query, { before }: { before: string }) {
  const [state = {}] = await query`SELECT deleted_before, allowed_before FROM retention`;
  const { deletedBefore, allowedBefore } = read(StateSchema, state);
  const at = Date.parse(before);
  const moved = deletedBefore === undefined ? Infinity : at - Date.parse(deletedBefore);
  const [counts] = await query`SELECT (SELECT count(*) FROM lead_submissions) AS everything,
    (SELECT count(*) FROM lead_submissions WHERE created_at < ${before}) AS due,
    (SELECT count(*) FROM lead_submissions WHERE created_at < ${deletedBefore ?? before}) AS overdue`;
  const [due, everything] = [number(counts, "due"), number(counts, "everything")];
  const unexplained = moved <= STEADY_MS ? Math.min(due, number(counts, "overdue")) : due;
  const isAllowed =
    due === 0 ||
    (allowedBefore !== undefined && at - Date.parse(allowedBefore) <= STEADY_MS) ||
    (moved <= MAX_MOVE_MS && unexplained <= everything * MAX_SHARE);
  if (!isAllowed) await query`UPDATE retention SET waiting_before = ${before}`;
  return { isAllowed, due, everything };
}

/** Remembers the cutoff of a purge; without a time, that there is no retention any more. */
export async function recordPurge(query: Query, { before }: { before: string | undefined }) {
  await query`UPDATE retention SET deleted_before = ${before}, waiting_before = NULL, allowed_before = NULL`;
  return null;
}

export async function waitingPurge(query: Query) {
  const [found = {}] = await query`SELECT waiting_before AS before,
      (SELECT count(*) FROM lead_submissions) AS everything,
      (SELECT count(*) FROM lead_submissions WHERE created_at < waiting_before) AS due,
      (SELECT max(created_at) FROM lead_submissions) AS newest
    FROM retention`;
  const { newest, ...purge } = read(WaitingPurgeSchema, found);
  return { ...purge, newest: isTime(newest) ? newest : undefined };
}

/** A person's confirmation. `missing` when another purge is waiting by now. */
export async function allowPurge(query: Query, { before }: { before: string }) {
  const allowed = await query`UPDATE retention SET allowed_before = ${before}
    WHERE waiting_before = ${before} RETURNING id`;
  return allowed.length > 0 ? null : undefined;
}
