/** Finds leads in the list: filters with their counts, and what narrows it. */
import { fillIn } from "../../contract/placeholders.ts";
import { LIST, queryOf, type ListQuery } from "../../contract/inbox.ts";
import { sourceName } from "../../contract/source.ts";
import { INBOX } from "../../contract/routes.ts";
import {
  LEAD_FILTERS,
  type LeadFilter,
  type LeadList,
  type LeadsOverview,
} from "../../contract/leads-admin.ts";
import { useInbox } from "./frame.tsx";

type FiltersProps = { query: ListQuery; me: string | undefined } & Pick<LeadsOverview, "filters">;

/** Their leads are asked for by *Sources* alone. */
const FROM_SOURCES: readonly LeadFilter[] = ["leads", "calls"];

export function Filters({ query, filters, me }: FiltersProps) {
  const { inbox } = useInbox();
  const isOffered = (filter: LeadFilter) =>
    FROM_SOURCES.includes(filter) ? filter === query.filter : filter !== "mine" || me !== undefined;
  const offered = LEAD_FILTERS.filter(isOffered);
  return (
    <nav className="find" aria-label={inbox.filterLabel}>
      <ul>
        {offered.map((filter) => (
          <li key={filter}>
            <a
              href={INBOX.path + queryOf({ ...query, filter, search: "", page: LIST.page })}
              aria-current={filter === query.filter && query.search === "" ? "page" : undefined}
            >
              {inbox.filters[filter]} <small>({filters[filter]})</small>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** What a search or a link of another page left of the list, and the way back to the whole. */
export function Narrowed({ query, meant }: { query: ListQuery; meant: LeadList["meant"] }) {
  const { filter, search, source, campaign, days } = query;
  const { inbox, leadContent } = useInbox();
  const terms = [
    search,
    source && sourceName(source, leadContent.sources),
    campaign,
    days > 0 && fillIn(inbox.spans, { days }),
  ].filter((term) => typeof term === "string" && term !== "");
  return (
    <p>
      <bdi>{terms.join(" \u00b7 ")}</bdi> {meant && fillIn(inbox.meant, { texts: meant.join(", ") })}{" "}
      <a href={INBOX.path + queryOf({ filter })}>{inbox.wholeList}</a>
    </p>
  );
}
