import * as v from "valibot";
import { LISTS } from "../../../contract/inbox/leads-admin.ts";
import { isInList } from "../../leads/lead-lists.ts";
import { leadsWithIds, readLeads } from "../../leads/read-lead.ts";
import {
  foldSearch,
  isListed,
  leadsWith,
  orderOf,
  spellings,
  type ListedLeads,
} from "../../leads/search.ts";
import { readRow, type Database } from "../../store/database.ts";
import { columnOf, countOf, type Query } from "../../store/query.ts";
import { allOf, joined, raw, sql, type Sql } from "../../store/sql.ts";
import type { FilterCounts, LeadList } from "./list-query.ts";

/** What narrows a list besides its filter. */
interface ListScope extends Omit<ListedLeads, "filter"> {
  source?: string | undefined;
  campaign?: string | undefined;
  owner?: string | undefined;
  /** Leads that came then or later, and before `until`. */
  since?: string | undefined;
  until?: string | undefined;
}

interface ListInput extends ListScope, ListedLeads {
  search?: string;
  skip?: number;
  size: number;
}

export function listLeads(db: Database, input: ListInput): Promise<LeadList> {
  return db.read(async (query) => {
    const { ids, ...list } = await findAll(query, input);
    return { leads: await leadsWithIds(query, ids), ...list };
  });
}

const LEADS_AT_ONCE = 200;

/** Reads all ids first, so that each lead comes exactly once. */
export async function* readWholeList(
  db: Database,
  input: Omit<ListInput, "skip" | "size">,
) {
  const all = { ...input, size: Number.MAX_SAFE_INTEGER };
  const { ids } = await db.read((query) => findAll(query, all));
  for (let first = 0; first < ids.length; first += LEADS_AT_ONCE)
    yield await readLeads(db, ids.slice(first, first + LEADS_AT_ONCE));
}

async function findAll(query: Query, input: ListInput) {
  const searched = foldSearch(input.search ?? "");
  const where = allOf(isListed(input), isInScope(input));
  const order = orderOf(input.filter);
  const { skip = 0, size } = input;
  if (searched === "") return findPage(query, where, order, { skip, size });
  const leads = await query`${leadsWith(where, spellings(searched), order)}`;
  const page = leads.slice(skip, skip + size);
  return {
    ids: columnOf(page, "lead_id"),
    total: leads.length,
  };
}

async function findPage(
  query: Query,
  where: Sql,
  order: Sql,
  { skip, size }: { skip: number; size: number },
) {
  const context = sql`lead_contexts AS context WHERE ${where}`;
  const records = await query`SELECT lead_id FROM ${context}
    ORDER BY ${order} LIMIT ${size} OFFSET ${skip}`;
  return {
    ids: columnOf(records, "lead_id"),
    total: await countOf(query, context),
  };
}

function isInScope(scope: ListScope): Sql {
  const { source, campaign, owner } = scope;
  const { since, until } = scope;
  return allOf(
    since && sql`context.came_at >= ${since}`,
    until && sql`context.came_at < ${until}`,
    source && sql`context.came_from = ${source}`,
    campaign && sql`context.campaign = ${campaign}`,
    owner && sql`context.owner = ${owner}`,
  );
}

const CountsSchema = v.object(v.entriesFromList(["all", ...LISTS], v.number()));

/**
 * Counts all lists at once, in 20 ms for
 * 20,000 leads. A count of each takes longer.
 */
export function countByFilter(
  db: Database,
  scope: ListScope,
): Promise<FilterCounts> {
  const counts = LISTS.map(
    (list) =>
      sql`count(*) FILTER (WHERE ${isInList(list, scope)}) AS ${raw(list)}`,
  );
  return readRow(
    db,
    CountsSchema,
    sql`SELECT count(*) AS "all", ${joined(counts, ", ")}
      FROM lead_contexts AS context WHERE ${isInScope(scope)}`,
  );
}
