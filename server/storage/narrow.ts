/** Narrows the list beside its filter: by the service, the source and the time of leads, among the newest of them. */
import type { Input } from "../../contract/admin-operations.ts";
import { sourceOf } from "../../contract/funnel.ts";
import type { Query } from "./query.ts";
import { LOOKED_THROUGH, type ListPart } from "./search.ts";

const NEWEST = `context.lead_id IN (SELECT lead_id FROM lead_texts ORDER BY number DESC LIMIT ${LOOKED_THROUGH})`;

const SOURCES = `SELECT context.visit::json ->> 'from' AS source, count(*) AS leads FROM lead_contexts AS context
  WHERE context.visit IS NOT NULL AND ${NEWEST} GROUP BY 1 ORDER BY leads DESC, source`;

/** The names of sources, those with the most leads first. */
export async function storedSources(query: Query): Promise<string[]> {
  const records = await query(SOURCES);
  // A row of another version or by hand may have a source that is not text.
  return records.flatMap(({ source }) => (typeof source === "string" ? source : []));
}

type Narrow = Pick<Input<"list">, "service" | "source" | "since">;

/** The condition of leads that ask for this service, came from this source, and since this time; without all three, any. */
export async function narrowed(
  query: Query,
  { service, source, since }: Narrow,
): Promise<Pick<ListPart, "where" | "values">> {
  if (service === undefined && source === undefined && since === undefined)
    return { where: "TRUE", values: [] };
  const values: unknown[] = [];
  const lead = [
    "id = context.lead_id",
    ...(service === undefined ? [] : [`selected_service = $${values.push(service)}`]),
    ...(since === undefined ? [] : [`created_at >= $${values.push(since)}`]),
  ];
  const where = [NEWEST, `EXISTS (SELECT 1 FROM lead_submissions WHERE ${lead.join(" AND ")})`];
  if (source !== undefined) {
    const names = (await storedSources(query)).filter((name) => sourceOf(name) === source);
    where.push(`context.visit::json ->> 'from' = ANY ($${values.push(names)})`);
  }
  return { where: where.join(" AND "), values };
}
