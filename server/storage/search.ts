/** What a search looks at, as a filter that both stores know. */
import { leadColumns, leadField } from "../../contract/lead.ts";
import type { Filter } from "./store.ts";

/** All that visitors type. */
const SEARCHED = leadColumns.filter((column) => leadField(column).kind !== "service");

/** Leads in which the text stands anywhere, whatever its case; every lead for an empty one. */
export function searchFilters(search: string): Filter[] {
  if (search === "") return [];
  const value = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return [
    {
      kind: "or",
      filters: SEARCHED.map((column) => ({ kind: "compare", column, comparison: "ilike", value })),
    },
  ];
}
