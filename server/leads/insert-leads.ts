import type { StoredWish } from "../../contract/call/booking.ts";
import { MINUTE_MS, timeAfter } from "../../contract/durations.ts";
import { isHeld } from "../../contract/inbox/outcome.ts";
import { campaignName } from "../../contract/lead/lead-visit.ts";
import type { LeadRow } from "../../contract/lead/lead.ts";
import { OTHER, sourceKey } from "../../contract/lead/source.ts";
import { promisedFrom } from "../../contract/mail/delivery.ts";
import { because, IS_NO_SPAM, isOutcome } from "../deliveries/conditions.ts";
import { toEach } from "../deliveries/planned-deliveries.ts";
import { DuplicateId, type Database } from "../store/database.ts";
import {
  toLeadRow,
  LEAD_ROW,
  LEADS,
  lockLead,
  type Query,
  columnOf,
} from "../store/query.ts";
import { among, insertRows, lockKey, sql, type Sql } from "../store/sql.ts";
import type {
  Idempotency,
  Insert,
  InsertResult,
  NewDelivery,
  Readers,
} from "../store/store.ts";
import { orUnavailable } from "../store/unavailable.ts";
import { lockCalls } from "./history.ts";
import { joinNew, ownerOfEarlier } from "./person.ts";
import { searchedText } from "./search.ts";
import { createUuidV7 } from "./uuid.ts";

const newDeliveryId = createUuidV7(Date.now);

/**
 * @param reported the event that the delivery
 * reports; undefined: the lead's arrival
 */
export function deliveryRow(
  lead_id: string,
  { kind, target, notBefore }: NewDelivery,
  reported?: object,
) {
  return {
    id: newDeliveryId(),
    lead_id,
    kind,
    target,
    state: "due",
    attempts: 0,
    due_at: notBefore,
    next_at: notBefore,
    event: reported && JSON.stringify(reported),
  };
}

export function insertLeads(
  db: Database,
  insert: Insert,
): Promise<InsertResult> {
  const stored = db.write(async (query): Promise<InsertResult> => {
    const { idempotency, wish } = insert;
    const repeated = idempotency && (await findRepeated(query, idempotency));
    if (repeated?.isSame === false) return { kind: "key-reused" };
    if (!repeated) await insertLeadRows(query, insert);
    const { rows } = repeated ?? insert;
    const [first] = insert.rows;
    if (first && wish)
      for (const { id } of rows)
        await replaceWish(query, id, wish, first.created_at);
    if (!repeated) await joinNew(query, rows);
    return { kind: "stored", rows, repeated: repeated !== undefined };
  });
  return orUnavailable(stored).catch((error: unknown) => {
    if (error instanceof DuplicateId) return { kind: "duplicate-id" };
    throw error;
  });
}

/**
 * Replaces the wish of a lead without a coming
 * call. @returns undefined for an unknown lead
 */
export async function replaceWish(
  query: Query,
  id: string,
  wish: StoredWish,
  now: string,
) {
  const lead = await lockLead(query, id);
  if (!lead) return undefined;
  await query`UPDATE lead_contexts
    SET wished_at = coalesce(${wish.at}, wished_at), wished_zone = ${wish.zone},
      wished_phone = ${wish.phone}, wished_typed = ${wish.typed}
      WHERE lead_id = ${id}
      AND NOT EXISTS (SELECT 1 FROM bookings
        WHERE lead_id = ${id} AND state = 'booked'
        AND ends_at > ${now})`;
  await writeSearchedText(query, id);
  return lead;
}

export async function insertLeadRows(
  query: Query,
  insert: Insert,
): Promise<void> {
  const { rows, suspicion = [], deliveries = [], idempotency } = insert;
  const [first] = rows;
  if (!first) return;
  const isSuspected = isHeld(suspicion);
  const contexts = rows.map((row) => contextOf(row, insert));
  // Ordered ids prevent a deadlock of two batches that have ids in common.
  await query`${insertRows("lead_submissions", rows)} ORDER BY id`;
  await query`${insertRows("lead_contexts", contexts)}`;
  await query`${insertTexts(rows, { numbers: [], texts: [campaignOf(insert)] })}`;
  const held = { state: "cancelled", canceled_by: 0 };
  const { readers } = insert;
  const owners =
    readers?.inTurn && !isSuspected && !insert.isTest
      ? await giveInTurn(query, rows, readers)
      : undefined;
  const planned = rows.flatMap(({ id }) =>
    toEach(owners?.get(id) ?? readers?.leads ?? [""], deliveries).map(
      (one) => ({
        ...deliveryRow(id, one),
        ...(isSuspected && held),
      }),
    ),
  );
  if (planned.length > 0) await query`${insertRows("deliveries", planned)}`;
  if (idempotency) {
    const { key, fingerprint, usedAt: used_at } = idempotency;
    const keys = rows.map(({ id }, position) => ({
      key,
      position,
      fingerprint,
      lead_id: id,
      used_at,
    }));
    await query`${insertRows("idempotency_keys", keys)}`;
  }
  if (!isSuspected && !insert.isTest)
    await cancelStormMails(query, rows, first.created_at);
}

function contextOf({ id, created_at }: LeadRow, insert: Insert) {
  const { isTest = false, visit, suspicion = [] } = insert;
  const isSuspected = isHeld(suspicion);
  // A suspected lead counts as answered, so it is not overdue.
  const suspectedAt = isSuspected ? created_at : null;
  return {
    lead_id: id,
    source: isTest ? "test" : "lead",
    due_at: promisedFrom(created_at),
    visit: visit && JSON.stringify(visit),
    came_at: created_at,
    came_from: isTest ? null : sourceKey(visit ?? { from: OTHER }),
    campaign: campaignOf(insert),
    suspicion: suspicion.length > 0 ? JSON.stringify(suspicion) : null,
    outcome: isSuspected ? "suspected" : null,
    outcome_at: suspectedAt,
    answered_at: suspectedAt,
  };
}

const campaignOf = ({ visit }: Insert): string =>
  visit ? campaignName(visit) : "";

/**
 * Within ten minutes, ten leads get a mail
 * each, and all further leads share one mail.
 */
const MOST_MAILS = 10;
const STORM_MS = 10 * MINUTE_MS;

/**
 * Cancels the mails about single leads of a storm:
 * one mail about all these leads is sent later.
 */
async function cancelStormMails(
  query: Query,
  rows: readonly LeadRow[],
  now: string,
) {
  const ids = rows.map(({ id }) => id);
  const since = timeAfter(now, -STORM_MS);
  const earlier =
    await query`SELECT 1 FROM ${LEADS} WHERE lead.created_at > ${since}
    AND NOT (lead.id ${among(ids)}) AND context.source <> 'test'
    AND ${IS_NO_SPAM} LIMIT ${MOST_MAILS}`;
  const inOneMail = ids.slice(MOST_MAILS - earlier.length);
  if (inOneMail.length === 0) return;
  await query`UPDATE deliveries
    SET state = 'cancelled', ${because("in-one-mail")}
    WHERE kind = 'notification' AND lead_id ${among(inOneMail)}`;
}

export const forgetKeys = (db: Database, before: string) =>
  db.write(
    (query) => query`DELETE FROM idempotency_keys WHERE used_at < ${before}`,
  );

/**
 * Whether the lead waits for an answer or may be spam, or has a coming call.
 */
const isOpen = (now: string) => sql`(context.answered_at IS NULL
  OR ${isOutcome("context.outcome", "suspected")}
  OR EXISTS (SELECT 1 FROM bookings
    WHERE bookings.lead_id = lead.id AND state = 'booked'
    AND ends_at > ${now}))`;

/**
 * A repeated request waits here until the first
 * request is committed. Then it finds the leads.
 */
export async function findRepeated(query: Query, idempotency: Idempotency) {
  const { key, fingerprint, usedAt, whileOpen } = idempotency;
  await query`${lockKey(key)}`;
  const isOver = whileOpen ? sql`NOT ${isOpen(usedAt)}` : sql`FALSE`;
  const leads =
    await query`SELECT ${LEAD_ROW}, used.fingerprint, ${isOver} AS forgotten
    FROM ${LEADS} JOIN idempotency_keys AS used ON used.lead_id = lead.id
    WHERE used.key = ${key} ORDER BY used.position`;
  const [first] = leads;
  if (!first) return undefined;
  if (leads.some(({ forgotten }) => Boolean(forgotten))) {
    await query`DELETE FROM idempotency_keys WHERE key = ${key}`;
    return undefined;
  }
  const isSame = first["fingerprint"] === fingerprint;
  return { rows: leads.map(toLeadRow), isSame };
}

function insertTexts(
  leads: readonly LeadRow[],
  more: Parameters<typeof searchedText>[1],
): Sql {
  const texts = leads.map((lead) => ({
    lead_id: lead.id,
    text: searchedText(lead, more),
  }));
  return insertRows("lead_texts", texts);
}

/** Writes the text of a lead for the search. */
export async function writeSearchedText(
  query: Query,
  id: string,
): Promise<void> {
  const lead = await lockLead(query, id);
  if (!lead) return;
  const numbers =
    await query`SELECT phone FROM bookings WHERE lead_id = ${id} AND phone <> ''
    UNION SELECT phone_typed FROM bookings
    WHERE lead_id = ${id} AND phone_typed <> ''
    UNION SELECT wished_phone FROM lead_contexts
    WHERE lead_id = ${id} AND wished_phone <> ''
    UNION SELECT wished_typed FROM lead_contexts
    WHERE lead_id = ${id} AND wished_typed <> ''`;
  const notes = await query`SELECT text FROM lead_notes WHERE lead_id = ${id}
    UNION ALL SELECT campaign AS text FROM lead_contexts WHERE lead_id = ${id}`;
  await query`DELETE FROM lead_texts WHERE lead_id = ${id}`;
  const phones = columnOf(numbers, "phone");
  const texts = columnOf(notes, "text");
  await query`${insertTexts([lead], { numbers: phones, texts })}`;
}

/**
 * Gives each new lead to the next of `leads`, or
 * to whoever keeps an earlier lead of its person.
 * @returns the reader of each lead's mail, by the lead's id
 */
export async function giveInTurn(
  query: Query,
  rows: readonly LeadRow[],
  { leads, team }: Readers,
): Promise<ReadonlyMap<string, readonly [string]>> {
  // Of two leads at once, the second waits here.
  // Calls are locked first in every transaction.
  await query`${lockCalls}`;
  const [settings] = await query`SELECT latest_turn FROM team_settings`;
  let latest = settings?.["latest_turn"];
  const owners = new Map<string, readonly [string]>();
  for (const { id } of rows) {
    const earlier = await ownerOfEarlier(query, id, team);
    const next = leads.findIndex((email) => email === latest) + 1;
    const owner = earlier ?? leads[next % leads.length] ?? "";
    if (earlier === undefined) latest = owner;
    await query`UPDATE lead_contexts SET owner = ${owner}
      WHERE lead_id = ${id}`;
    owners.set(id, [owner]);
  }
  await query`UPDATE team_settings SET latest_turn = ${latest}`;
  return owners;
}
