/** What a search looks at, as a filter that both stores know. */
import type { Filter, RowColumn } from "./store.ts";

const SEARCHED: readonly RowColumn[] = ["name", "company_name", "email", "problems", "additional_info"];

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
