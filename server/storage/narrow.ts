/** Narrows the list beside its filter: by the service, the source and the time of leads. */
import type { Input } from "../../contract/admin-operations.ts";
import { isKnownSource, sourceOf } from "../../contract/funnel.ts";
import { text, type Query } from "./query.ts";
import type { ListPart } from "./search.ts";

/** Names from leads: an address can contain any name. */
const MAX_NAMES = 10_000;

// Skips from one name to the next in an index, whatever the number of leads between them.
const NAMES = `WITH RECURSIVE named (source) AS (
    SELECT min(came_from) FROM lead_contexts WHERE came_from <> ''
    UNION ALL
    SELECT (SELECT min(came_from) FROM lead_contexts WHERE came_from <> '' AND came_from > named.source)
    FROM named WHERE source IS NOT NULL
  ) SELECT source FROM named WHERE source IS NOT NULL LIMIT ${MAX_NAMES}`;

/** Names as leads have them, by the source that they stand for: well-known ones first. */
export async function storedSources(query: Query): Promise<Map<string, string[]>> {
  const names = (await query(NAMES)).map((record) => text(record, "source"));
  const bySource = Map.groupBy(names, sourceOf);
  const rank = (source: string) => Number(!isKnownSource(source));
  return new Map([...bySource].toSorted(([a], [b]) => rank(a) - rank(b)));
}

/** The condition of leads for this service, from this source and since this time; without all three, any lead. */
export async function narrowed(
  query: Query,
  { service, source, since }: Pick<Input<"list">, "service" | "source" | "since">,
): Promise<Pick<ListPart, "where" | "values">> {
  const values: unknown[] = [];
  const where = ["TRUE"];
  if (service !== undefined) where.push(`context.service = $${values.push(service)}`);
  if (since !== undefined) where.push(`context.came_at >= $${values.push(since)}`);
  if (source !== undefined) {
    const names = (await storedSources(query)).get(source) ?? [];
    where.push(`context.came_from = ANY ($${values.push(names)})`);
  }
  return { where: where.join(" AND "), values };
}
