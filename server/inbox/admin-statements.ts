/** Reads leads with all that belongs to them, for the administration. Every list reads about the same amount. */
import type { LeadFilter, LeadList, LeadOrder } from "../../contract/leads-admin.ts";
import { CONTEXT_COLUMNS, LEAD_ROW, LEADS, ifReadable, text, countOf } from "../store/query.ts";
import type { Query } from "../store/query.ts";
import { toLeadDelivery, toSummary } from "../deliveries/outbox-rows.ts";
import { FAILED_DELIVERY, GIVEN_UP } from "../deliveries/conditions.ts";
import { correctedTexts } from "../leads/near-words.ts";
import {
  foldSearch,
  listParts,
  LOOKED_THROUGH,
  searchText,
  spellings,
  type ListPart,
} from "../leads/search.ts";
import { allOf, among, sql, type Sql } from "../store/sql.ts";
import { finds, type Database } from "../store/database.ts";
import { type Found } from "../store/store.ts";

/** The deliveries that were given up, the oldest first. @param most how many of them are listed */
export function readGivenUp(db: Database, most: number) {
  return finds(db, async (query) => {
    const all = sql`deliveries AS delivery WHERE ${GIVEN_UP}`;
    const rows = await query`SELECT delivery.*, lead.name AS lead_name FROM deliveries AS delivery
    JOIN lead_submissions AS lead ON lead.id = delivery.lead_id
    WHERE delivery.id IN (SELECT delivery.id FROM ${all} ORDER BY due_at, id LIMIT ${most})
    ORDER BY delivery.due_at, delivery.id`;
    return { deliveries: rows.flatMap((row) => toLeadDelivery(row) ?? []), total: await countOf(query, all) };
  });
}

function pagesOf(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size));
}

interface Narrow {
  source?: string;
  campaign?: string;
  since?: string | undefined;
}

interface ListInput extends Narrow {
  filter: LeadFilter;
  /** By time left unless another one is named. */
  order?: LeadOrder;
  /** Ignores case, and matches anywhere. */
  search: string;
  page: number;
  size: number;
  now: string;
  /** Whose leads are listed as `mine`. */
  by?: string | undefined;
}

export function listLeads(db: Database, input: ListInput): Promise<Found<LeadList>> {
  return finds(db, async (query) => {
    const { filter, search, page, size, ...narrow } = input;
    const narrowing = narrowed(narrow);
    const wanted = foldSearch(search);
    const findAll = async (texts: readonly string[]) => {
      const all: Matches = { ids: [], total: 0 };
      for (const { where, order } of listParts(input)) {
        const part = { where: allOf(where, narrowing), order };
        const skip = Math.max(0, (page - 1) * size - all.total);
        const { ids, total } = await find(query, part, texts, { skip, size: size - all.ids.length });
        all.ids.push(...ids);
        all.total += total;
      }
      return all;
    };
    const exact = await findAll(wanted === "" ? [] : spellings(wanted));
    const meant = exact.total > 0 || wanted === "" ? [] : await correctedTexts(query, wanted);
    const { ids, total } = meant.length > 0 ? await findAll(meant) : exact;
    const rows = await query`SELECT ${LEAD_ROW}, ${CONTEXT_COLUMNS}, (
      SELECT count(*) FROM deliveries AS delivery WHERE delivery.lead_id = lead.id AND ${FAILED_DELIVERY}
    ) AS failed_deliveries FROM ${LEADS} WHERE lead.id ${among(ids)}`;
    const calls = await query`SELECT lead_id, starts_at, phone, state, coming_at FROM bookings
    WHERE lead_id ${among(ids)} AND state IN ('booked', 'missed') ORDER BY starts_at`;
    const callOf = new Map(calls.map((call) => [call["lead_id"], call]));
    const summaries = rows.flatMap((row) => ifReadable(() => toSummary(row, callOf.get(row["id"]))) ?? []);
    const leads = ids.flatMap((id) => summaries.find((summary) => summary.id === id) ?? []);
    const corrected = meant.length > 0 && { meant };
    return { leads, filter, search, ...corrected, page, pages: pagesOf(total, size), total };
  });
}

interface Matches {
  ids: string[];
  total: number;
}

async function find(
  query: Query,
  part: ListPart,
  texts: readonly string[],
  { skip, size }: { skip: number; size: number },
): Promise<Matches> {
  const context = sql`lead_contexts AS context WHERE ${part.where}`;
  if (texts.length === 0) {
    const page =
      await query`SELECT lead_id FROM ${context} ORDER BY ${part.order} LIMIT ${size} OFFSET ${skip}`;
    const ids = page.map((record) => text(record, "lead_id"));
    // The last page itself shows the number.
    const isLast = ids.length < size && (ids.length > 0 || skip === 0);
    return { ids, total: isLast ? skip + ids.length : await countOf(query, context) };
  }
  const counted = sql`(SELECT 1 FROM ${context} LIMIT ${LOOKED_THROUGH + 1}) AS counted`;
  const isLarge = (await countOf(query, counted)) > LOOKED_THROUGH;
  const leads = await query`${searchText(part, texts, isLarge)}`;
  return {
    ids: leads.slice(skip, skip + size).map((record) => text(record, "lead_id")),
    total: leads.length,
  };
}

/** The condition of leads from this source and campaign, and since this time; of any lead without all. */
export function narrowed({ source, campaign, since }: Narrow): Sql {
  return allOf(
    since !== undefined && sql`context.came_at >= ${since}`,
    source !== undefined && sql`context.came_from = ${source}`,
    campaign !== undefined && sql`context.campaign = ${campaign}`,
  );
}
