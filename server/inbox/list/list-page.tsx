import { fillIn } from "../../../contract/content/fill-in.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import type { Mark } from "../../../contract/inbox/inbox-names.ts";
import {
  failedDeliveries,
  LEAD_FILTERS,
  type LeadDetail,
  type LeadFilter,
  type Today as Work,
} from "../../../contract/inbox/leads-admin.ts";
import { memberName } from "../../../contract/inbox/member-name.ts";
import { OUTCOMES } from "../../../contract/inbox/outcome.ts";
import { sourceName } from "../../../contract/lead/source.ts";
import { CallLinks, LatestCall } from "../calls/lead-calls.tsx";
import { INBOX_FIELDS, tickOf } from "../fields.ts";
import {
  Again,
  Frame,
  LeadLink,
  type LeadProps,
  MarkButton,
  MemberName,
  TableHead,
  TimeLeft,
} from "../frame.tsx";
import { useInbox } from "../use-inbox.ts";
import { Alarms, type AlarmProps } from "./alarms.tsx";
import {
  listPath,
  pageCount,
  listQuery,
  type FilterCounts,
  type LeadList,
  type ListQuery,
} from "./list-query.ts";

declare module "../pages.tsx" {
  interface NamedPages {
    ListPage: typeof ListPage;
  }
}

interface Props {
  query: ListQuery;
  list: LeadList;
  filters: FilterCounts;
  alarms: AlarmProps;
  /** Only above open leads. */
  today: Work | undefined;
}

export function ListPage({ query, list, filters, alarms, today }: Props) {
  const { inbox, plural } = useInbox();
  const terms = useTerms(query);
  const isNarrow = terms.length > 0;
  const wholeList = listQuery({ ...query, page: 1 });
  const pages = pageCount(list);
  const empty: Partial<Record<LeadFilter, string>> = inbox.empty;
  const nothing = isNarrow ? undefined : empty[query.filter];
  return (
    <Frame title={inbox.title} search={query.search}>
      <h1 className="hidden">{inbox.heading}</h1>
      <Filters query={query} filters={filters} />
      {isNarrow && (
        <p className="narrowed">
          <bdi>{terms.join(" \u00b7 ")}</bdi>{" "}
          <a href={listPath({ filter: query.filter })}>{inbox.wholeList}</a>
        </p>
      )}
      <Alarms {...alarms} />
      {today && <Today {...today} />}
      {list.leads.length === 0 ? (
        <p className="nothing">{nothing ?? inbox.noMatch}</p>
      ) : (
        <>
          <Leads leads={list.leads} query={query} />
          <div className="pages">
            {pages > 1 && <Pages query={query} pages={pages} />}
            <a href={INBOX.all + wholeList}>
              {plural(inbox.all.select, list.total)}
            </a>
            <a href={INBOX.sheet + wholeList} download>
              {plural(inbox.sheet, list.total)}
            </a>
          </div>
        </>
      )}
    </Frame>
  );
}

function Filters({ query, filters }: Pick<Props, "query" | "filters">) {
  const { inbox } = useInbox();
  const isOffered = (filter: LeadFilter) => filters[filter] !== undefined;
  return (
    <nav className="find" aria-label={inbox.filterLabel}>
      <ul>
        {LEAD_FILTERS.filter(isOffered).map((filter) => (
          <li key={filter}>
            <a
              href={listPath({ ...query, filter, search: "", page: 1 })}
              aria-current={
                filter === query.filter && query.search === ""
                  ? "page"
                  : undefined
              }
            >
              {inbox.filters[filter]} <small>({filters[filter]})</small>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** What the list is narrowed to. */
function useTerms(query: ListQuery): string[] {
  const { search, source, campaign } = query;
  const { owner, month } = query;
  const { inbox, leadContent, moment, monthName } = useInbox();
  const from = source && sourceName(source, leadContent.sources);
  const whose = owner && fillIn(inbox.ofOwner, { by: memberName(owner) });
  const times = [query.after, query.before].filter(Boolean).map(moment);
  const span = month && monthName(month);
  const terms = [search, from, campaign, whose, span, times.join(" \u2013 ")];
  return terms.filter(Boolean);
}

function Today({ calls, followUps }: Work) {
  const { inbox, now, callTime, timeOfDay } = useInbox();
  const { today: content } = inbox;
  if (calls.length + followUps.length === 0) return;
  return (
    <section className="today" aria-label={content.heading}>
      <strong>{content.heading}</strong>
      <ul>
        {calls.map((call) => (
          <li key={call.id}>
            <time dateTime={call.startsAt}>
              {call.endsAt > now
                ? timeOfDay(call.startsAt)
                : callTime(call.startsAt)}
            </time>{" "}
            <LeadLink id={call.leadId} name={call.name} />
            {call.endsAt <= now && (
              <span className="actions">
                <CallLinks {...call} />
              </span>
            )}
          </li>
        ))}
        {followUps.map(({ id, name }) => (
          <li key={id}>
            {content.followUp} <LeadLink id={id} name={name} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const marksIn = (filter: LeadFilter): readonly Mark[] => {
  if (filter === "spam") return ["not-spam", "spam"];
  return [filter === "next" ? "reached" : "answered", ...OUTCOMES];
};

function Leads({
  leads,
  query,
}: { leads: readonly LeadDetail[] } & Pick<Props, "query">) {
  const { inbox } = useInbox();
  const { columns } = inbox;
  return (
    <form action={INBOX.delete} autoComplete="off">
      <input type="hidden" name={INBOX_FIELDS.back} value={listPath(query)} />
      <table className="leads cards">
        <TableHead
          titles={[columns.tick, columns.who, columns.time, columns.came]}
        />
        <tbody>
          {leads.map((detail) => (
            <Row key={detail.lead.id} detail={detail} query={query} />
          ))}
        </tbody>
      </table>
      <div className="actions ticked">
        {marksIn(query.filter).map((mark) => (
          <MarkButton
            key={mark}
            mark={mark}
            formMethod="post"
            formAction={INBOX.mark}
          />
        ))}
        <button className="quiet">{inbox.deleteTicked}</button>
      </div>
    </form>
  );
}

/** CSS shows fewer letters: only the first line of the text. */
const MAX_LETTERS = 300;

function Row({ detail, query }: LeadProps & Pick<Props, "query">) {
  const { inbox, moment, shortDay } = useInbox();
  const { lead, test, owner, followUpOn } = detail;
  const failed = failedDeliveries(detail).length;
  const to = INBOX.lead(lead.id) + listQuery(query);
  const failures = fillIn(inbox.failedDeliveries, { count: failed });
  const label = fillIn(inbox.tick, { name: lead.name });
  return (
    <tr>
      <td className="tick">
        <input
          type="checkbox"
          name={INBOX_FIELDS.lead}
          value={tickOf(detail)}
          aria-label={label}
        />
      </td>
      <th scope="row">
        <LeadLink
          id={lead.id}
          name={lead.name}
          companyName={lead.company_name}
          to={to}
        />
        <Again detail={detail} />
        {test && <span className="badge test">{inbox.testMark}</span>}
        {failed > 0 && <span className="badge overdue">{failures}</span>}
        <p dir="auto">
          {Array.from(lead.problems).slice(0, MAX_LETTERS).join("")}
        </p>
      </th>
      <td>
        <TimeLeft detail={detail} />{" "}
        {owner && (
          <a href={listPath({ ...query, owner, page: 1 })}>
            <MemberName email={owner} sentence={inbox.owned} />
          </a>
        )}
        <LatestCall detail={detail} />
        {followUpOn && (
          <span className="from">
            {inbox.today.followUp} {shortDay(followUpOn)}
          </span>
        )}
      </td>
      <td className="came">{moment(lead.created_at)}</td>
    </tr>
  );
}

function Pages({ query, pages }: { query: Props["query"]; pages: number }) {
  const content = useInbox().inbox.pages;
  const { page } = query;
  return (
    <nav aria-label={content.label}>
      {page > 1 && (
        <a href={listPath({ ...query, page: page - 1 })}>{content.previous}</a>
      )}
      <span>{fillIn(content.of, { page, pages })}</span>
      {page < pages && (
        <a href={listPath({ ...query, page: page + 1 })}>{content.next}</a>
      )}
    </nav>
  );
}
