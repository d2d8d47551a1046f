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

const STATE = "SELECT deleted_before, allowed_before FROM retention";

const StateSchema = v.object({
  deletedBefore: v.optional(v.string()),
  allowedBefore: v.optional(v.string()),
});

const COUNTS = `SELECT (SELECT count(*) FROM lead_submissions) AS everything,
  (SELECT count(*) FROM lead_submissions WHERE created_at < $1) AS due,
  (SELECT count(*) FROM lead_submissions WHERE created_at < $2) AS overdue`;

const WAIT = "UPDATE retention SET waiting_before = $1";

const DONE = "UPDATE retention SET deleted_before = $1, waiting_before = NULL, allowed_before = NULL";

const WAITING = `SELECT waiting_before AS before, (SELECT count(*) FROM lead_submissions) AS everything,
    (SELECT count(*) FROM lead_submissions WHERE created_at < waiting_before) AS due,
    (SELECT max(created_at) FROM lead_submissions) AS newest
  FROM retention`;

const ALLOW = "UPDATE retention SET allowed_before = $1 WHERE waiting_before = $1 RETURNING id";

/** Decides whether older leads are deleted now or wait. Times are ISO 8601 in UTC. */
export async function planPurge(query: Query, { before }: { before: string }) {
  const [state = {}] = await query(STATE);
  const { deletedBefore, allowedBefore } = read(StateSchema, state);
  const at = Date.parse(before);
  const moved = deletedBefore === undefined ? Infinity : at - Date.parse(deletedBefore);
  const [counts] = await query(COUNTS, [before, deletedBefore ?? before]);
  const [due, everything] = [number(counts, "due"), number(counts, "everything")];
  const unexplained = moved <= STEADY_MS ? Math.min(due, number(counts, "overdue")) : due;
  const isAllowed =
    due === 0 ||
    (allowedBefore !== undefined && at - Date.parse(allowedBefore) <= STEADY_MS) ||
    (moved <= MAX_MOVE_MS && unexplained <= everything * MAX_SHARE);
  if (!isAllowed) await query(WAIT, [before]);
  return { isAllowed, due, everything };
}

/** Remembers the cutoff of a purge; without a time, that there is no retention any more. */
export async function recordPurge(query: Query, { before }: { before: string | undefined }) {
  await query(DONE, [before]);
  return null;
}

export async function waitingPurge(query: Query) {
  const [found = {}] = await query(WAITING);
  const { newest, ...purge } = read(WaitingPurgeSchema, found);
  return { ...purge, newest: isTime(newest) ? newest : undefined };
}

/** A person's confirmation. `missing` when another purge is waiting by now. */
export async function allowPurge(query: Query, { before }: { before: string }) {
  const allowed = await query(ALLOW, [before]);
  return allowed.length > 0 ? null : undefined;
}
