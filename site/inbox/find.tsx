/** Finds leads in the list: filters with their counts, the search, and further filters. */
import { fillIn } from "../../contract/placeholders.ts";
import { SPANS } from "../../contract/funnel.ts";
import { queryOf, type ListQuery } from "../../contract/inbox.ts";
import { sourceName } from "../../contract/lead-visit.ts";
import { INBOX } from "../../contract/routes.ts";
import { LEAD_FILTERS, type LeadsOverview } from "../../contract/leads-admin.ts";
import { useInbox } from "./frame.tsx";

interface FindProps {
  query: ListQuery;
}

export function Filters({ query, filters }: FindProps & Pick<LeadsOverview, "filters">) {
  const { inbox } = useInbox();
  return (
    <nav aria-label={inbox.filterLabel}>
      <ul>
        {LEAD_FILTERS.map((filter) => (
          <li key={filter}>
            <a
              href={INBOX.path + queryOf({ ...query, filter, search: "", page: 1 })}
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

/** The search text, which covers all leads, and the further filters. */
export function Search({ query, sources }: FindProps & Pick<LeadsOverview, "sources">) {
  const { inbox, leadContent, services } = useInbox();
  const { narrow, funnel } = inbox;
  const isOpen = query.service !== "" || query.source !== "" || query.days > 0;
  const spans = SPANS.map((days) => [String(days), fillIn(funnel.spans, { days })] as const);
  return (
    <form role="search" action={INBOX.path}>
      <input type="hidden" name="filter" value={query.filter} />
      <label htmlFor="search">{inbox.searchLabel}</label>
      <input id="search" type="search" name="search" defaultValue={query.search} />
      <button>{inbox.search}</button>
      <details open={isOpen}>
        <summary>{narrow.label}</summary>
        <div>
          <Choice
            name="source"
            label={funnel.source}
            chosen={query.source}
            choices={[...new Set([...sources, query.source])].flatMap((name) =>
              name ? [[name, sourceName(name, leadContent.sources)]] : [],
            )}
          />
          <Choice
            name="service"
            label={inbox.columns.service}
            chosen={query.service}
            choices={services.map(({ value, label }) => [value, label])}
          />
          <Choice
            name="days"
            label={inbox.columns.came}
            chosen={query.days > 0 ? String(query.days) : ""}
            choices={spans}
          />
        </div>
      </details>
    </form>
  );
}

interface ChoiceProps {
  name: string;
  label: string;
  chosen: string;
  choices: readonly (readonly [value: string, label: string])[];
}

function Choice({ name, label, chosen, choices }: ChoiceProps) {
  const { any } = useInbox().inbox.narrow;
  return (
    <label>
      {label}
      <select name={name} defaultValue={chosen}>
        <option value="">{any}</option>
        {choices.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
