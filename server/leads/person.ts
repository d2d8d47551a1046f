/**
 * One person, one clock: who writes again with
 * the same address or number is one line.
 */

import * as v from "valibot";
import { addressOf, phoneOf, type LeadRow } from "../../contract/lead/lead.ts";
import { maybeText } from "../../contract/texts.ts";
import { IS_NO_SPAM } from "../deliveries/conditions.ts";
import type { Database } from "../store/database.ts";
import {
  LEADS,
  parseRecords,
  text,
  type Query,
  columnOf,
} from "../store/query.ts";
import { among } from "../store/sql.ts";
import { lockCalls, recordChange, type LeadChange } from "./history.ts";
import { leadsWithIds } from "./read-lead.ts";

/** A stranger can write any number of times. */
const MOST_JOINED = 50;

const JoinedSchema = v.object({
  id: v.string(),
  createdAt: v.string(),
  dueAt: v.string(),
  answeredAt: maybeText,
  /** Leads that a member parted from others have a value each. */
  person: v.optional(v.string(), ""),
});
type Joined = v.InferOutput<typeof JoinedSchema>;

/**
 * The addresses and numbers in a lead and in its calls. A name joins nobody.
 */
async function contactsOf(query: Query, id: string) {
  const rows =
    await query`SELECT email AS contact FROM lead_submissions WHERE id = ${id}
    UNION SELECT wished_phone FROM lead_contexts
    WHERE lead_id = ${id} AND wished_phone <> ''
    UNION SELECT phone FROM bookings WHERE lead_id = ${id} AND phone <> ''`;
  const contacts = columnOf(rows, "contact").map(addressOf);
  return {
    emails: contacts,
    numbers: contacts.flatMap((contact) => phoneOf(contact) ?? []),
  };
}

/**
 * The leads of the lead's person, the earliest first, without spam and tests.
 */
async function leadsOfPerson(query: Query, id: string): Promise<Joined[]> {
  const { emails, numbers } = await contactsOf(query, id);
  const rows = await query`SELECT lead.id, lead.created_at, context.due_at,
      context.answered_at, context.person
    FROM ${LEADS}
    WHERE context.source <> 'test' AND ${IS_NO_SPAM} AND lead.id IN (
      SELECT id FROM lead_submissions WHERE email ${among(emails)}
      UNION ALL SELECT lead_id FROM bookings WHERE phone ${among(numbers)}
      UNION ALL SELECT lead_id FROM lead_contexts
        WHERE wished_phone <> '' AND wished_phone ${among(numbers)})
    ORDER BY lead.created_at DESC, lead.id DESC LIMIT ${MOST_JOINED}`;
  return parseRecords(JoinedSchema, rows).toReversed();
}

/**
 * Reads which of `team` keeps an earlier lead
 * of a new lead's person, the latest one.
 */
export async function ownerOfEarlier(
  query: Query,
  id: string,
  team: readonly string[],
) {
  const all = await leadsOfPerson(query, id);
  const earlier = all.filter((one) => one.id !== id && one.person === "");
  const [kept] = await query`SELECT owner FROM lead_contexts
    WHERE lead_id ${among(earlier.map((one) => one.id))}
      AND owner ${among(team)}
    ORDER BY lead_id DESC LIMIT 1`;
  return kept && text(kept, "owner");
}

/** Reads the other leads of the lead's person, the latest first. */
export function readOthers(db: Database, id: string) {
  return db.read(async (query) => {
    const all = await leadsOfPerson(query, id);
    const own = all.find((one) => one.id === id)?.person;
    const others = all.filter((one) => one.id !== id && one.person === own);
    return leadsWithIds(query, others.map((one) => one.id).toReversed());
  });
}

/**
 * Lets the latest lead of a person stand for the earlier
 * ones: it names the first lead and the time since which
 * somebody waits, and its answer is due when the earliest is.
 */
export async function joinPerson(query: Query, id: string): Promise<void> {
  const all = await leadsOfPerson(query, id);
  await query`UPDATE lead_contexts
    SET followed_by = NULL, again_of = NULL, again_since = NULL
    WHERE lead_id = ${id}`;
  for (const leads of Map.groupBy(all, ({ person }) => person).values())
    await joinLeads(query, leads);
}

/** Joins new leads to the earlier ones of their people. */
export async function joinNew(query: Query, rows: readonly LeadRow[]) {
  const byEmail = new Map(rows.map((row) => [row.email, row.id]));
  for (const id of byEmail.values())
    if ((await leadsOfPerson(query, id)).length > 1) {
      await query`${lockCalls}`;
      await joinPerson(query, id);
    }
}

async function joinLeads(query: Query, leads: readonly Joined[]) {
  const first = leads.at(0);
  const latest = leads.at(-1);
  if (!first || !latest) return;
  const earlier = leads.slice(0, -1);
  const waiting = earlier.find(({ answeredAt }) => answeredAt === undefined);
  const isAgain = earlier.length > 0;
  const dueAt =
    waiting && waiting.dueAt < latest.dueAt ? waiting.dueAt : latest.dueAt;
  await query`UPDATE lead_contexts SET followed_by = NULL,
      again_of = ${isAgain ? first.id : undefined},
      again_since = ${waiting?.createdAt},
      due_at = ${dueAt}
    WHERE lead_id = ${latest.id}`;
  if (isAgain)
    await query`UPDATE lead_contexts SET followed_by = ${latest.id}
      WHERE lead_id ${among(earlier.map((one) => one.id))}`;
}

/**
 * Ends the clocks of the person's other leads.
 * @param number of the change that answers them
 */
export async function answerOthers(
  query: Query,
  { id, now, by }: LeadChange,
  number: number,
): Promise<string[]> {
  const [lead] = await query`SELECT coalesce(followed_by, lead_id) AS latest
    FROM lead_contexts WHERE lead_id = ${id}`;
  const latest = lead && text(lead, "latest");
  const open =
    await query`SELECT lead_id FROM lead_contexts WHERE answered_at IS NULL
    AND lead_id <> ${id} AND (lead_id = ${latest} OR followed_by = ${latest})`;
  const ids = columnOf(open, "lead_id");
  for (const other of ids) {
    await recordChange(query, { id: other, now, by }, { kind: "answered" });
    await query`UPDATE lead_contexts
      SET answered_at = ${now}, answered_by = ${by},
      answered_with = ${`${id}.${number}`} WHERE lead_id = ${other}`;
  }
  return ids;
}

/**
 * Opens again what {@link answerOthers} ended.
 * @param number of the change that answered them
 */
export async function reopenOthers(
  query: Query,
  { id, now, by }: LeadChange,
  number: number,
) {
  const ended = await query`SELECT lead_id FROM lead_contexts
    WHERE answered_with = ${`${id}.${number}`}`;
  for (const row of ended) {
    const other = text(row, "lead_id");
    await recordChange(query, { id: other, now, by }, { kind: "reopened" });
    await query`UPDATE lead_contexts SET answered_at = NULL, answered_by = NULL,
      answered_with = NULL WHERE lead_id = ${other}`;
  }
}
