/** The list: the filters, what is wrong, what is due today, and the leads. */
import { fillIn } from "../../contract/placeholders.ts";
import {
  INBOX_FIELDS,
  ANSWERED,
  NOT_SPAM,
  LIST,
  LIST_SIZE,
  queryOf,
  tickOf,
  type InboxViews,
  type ListQuery,
} from "../../contract/inbox.ts";
import { LEAD_ORDERS, type LeadSummary } from "../../contract/leads-admin.ts";
import { INBOX } from "../../contract/routes.ts";
import { PhoneLink } from "../components/phone-link.tsx";
import { Filters, Narrowed } from "./find.tsx";
import { Done, Frame, type InboxContent, LeadLink, TimeLeft, useInbox } from "./frame.tsx";
import { Alarms, Withheld } from "./health-page.tsx";
import { Owner, Today } from "./today.tsx";

type Props = InboxViews["list"];

export function ListPage({ query, list, overview, today, me, ...site }: Props) {
  const { inbox, plural } = useInbox();
  const { mailToAgencyFailing: failing } = overview;
  const isNarrow = query.search !== "" || query.source !== "" || query.days > 0;
  return (
    <Frame signedIn title={inbox.title} search={query.search}>
      <h1 className="hidden">{inbox.heading}</h1>
      <Filters query={query} filters={overview.filters} me={me} />
      {isNarrow && <Narrowed query={query} meant={list.meant} />}
      {failing > 0 && <p className="alarm">{plural(inbox.mailFailing, failing)}</p>}
      {overview.withheld > 0 && <Withheld {...overview} />}
      {overview.purgeWaits > 0 && (
        <p className="alarm">{fillIn(inbox.purgeWaits, { count: overview.purgeWaits })}</p>
      )}
      <Alarms {...site} />
      {today && <Today today={today} />}
      <Done said={inbox.done} />
      {list.leads.length === 0 ? (
        <p className="nothing">{isNarrow ? inbox.noMatch : inbox.empty[list.filter]}</p>
      ) : (
        <Leads leads={list.leads} query={query} />
      )}
      <div className="pages">
        {list.pages > 1 && <Pages query={query} pages={list.pages} />}
        {list.leads.length > 0 && (
          <a href={INBOX.all + queryOf({ ...query, page: LIST.page })}>
            {plural(inbox.all.select, list.total)}
          </a>
        )}
        {list.leads.length > 0 && (
          <a href={INBOX.sheet + queryOf({ ...query, page: LIST.page })} download>
            {plural(inbox.sheet, list.total)}
          </a>
        )}
      </div>
    </Frame>
  );
}

/** What can be done with several leads at once. */
const MARKS = { others: [ANSWERED, "won", "lost", "spam"], spam: [NOT_SPAM, "spam"] } as const;

function labelOf(mark: (typeof MARKS)["others" | "spam"][number], content: InboxContent["leadContent"]) {
  if (mark === ANSWERED) return content.markAnswered;
  return mark === NOT_SPAM ? content.notSpam : content.outcomes[mark];
}

function Leads({ leads, query }: { leads: readonly LeadSummary[] } & Pick<Props, "query">) {
  const { inbox, leadContent, moment, shortDay } = useInbox();
  return (
    <form action={INBOX.delete} autoComplete="off">
      <input type="hidden" name={INBOX_FIELDS.back} value={INBOX.path + queryOf(query)} />
      <table className="leads">
        <Head query={query} />
        <tbody>
          {leads.map((lead, row) => (
            <tr key={lead.id}>
              <td className="tick">
                <input
                  type="checkbox"
                  name={INBOX_FIELDS.lead}
                  value={tickOf(lead)}
                  aria-label={fillIn(inbox.tick, { name: lead.name })}
                />
              </td>
              <th scope="row">
                <LeadLink {...lead} to={INBOX.lead(lead.id) + placeOf(query, row)} />
                {lead.test && <span className="badge test">{inbox.testMark}</span>}
                {lead.failedDeliveries > 0 && (
                  <span className="badge overdue">
                    {fillIn(inbox.failedDeliveries, { count: lead.failedDeliveries })}
                  </span>
                )}
                <p dir="auto">{lead.problem}</p>
              </th>
              <td>
                <TimeLeft {...lead} /> <Owner owner={lead.owner} />
                {lead.call && <Call {...lead.call} />}
                {lead.followUpOn !== undefined && (
                  <span className="from">
                    {inbox.today.followUp} {shortDay(lead.followUpOn)}
                  </span>
                )}
              </td>
              <td className="came">{moment(lead.createdAt)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="actions ticked">
        {MARKS[query.filter === "suspected" || query.filter === "spam" ? "spam" : "others"].map((value) => (
          <button
            key={value}
            name={INBOX_FIELDS.outcome}
            value={value}
            formMethod="post"
            formAction={INBOX.mark + queryOf(query)}
          >
            {labelOf(value, leadContent)}
          </button>
        ))}
        <button className="quiet">{inbox.deleteTicked}</button>
      </div>
    </form>
  );
}

/** The titles of the columns that have an order are links to it. */
function Head({ query }: Pick<Props, "query">) {
  const { columns } = useInbox().inbox;
  const ordered = { left: columns.time, newest: columns.came };
  return (
    <thead>
      <tr>
        <th scope="col">{columns.tick}</th>
        <th scope="col">{columns.who}</th>
        {LEAD_ORDERS.toReversed().map((order) => (
          <th
            key={order}
            scope="col"
            aria-sort={order !== query.order ? undefined : order === "newest" ? "descending" : "ascending"}
          >
            <a href={INBOX.path + queryOf({ ...query, page: LIST.page }, { order })}>{ordered[order]}</a>
          </th>
        ))}
      </tr>
    </thead>
  );
}

function Call({ startsAt, phone, state, comingAt }: NonNullable<LeadSummary["call"]>) {
  const { inbox, calls, callTime } = useInbox();
  return (
    <span className="from">
      {fillIn(inbox.call, { time: callTime(startsAt) })}
      {state === "booked" ? comingAt && ` (${calls.coming})` : ` (${calls.states[state]})`}{" "}
      {phone !== "" && <PhoneLink number={phone} />}
    </span>
  );
}

function Pages({ query, pages }: { query: ListQuery; pages: number }) {
  const content = useInbox().inbox.pages;
  const { page } = query;
  return (
    <nav aria-label={content.label}>
      {page > 1 && <a href={INBOX.path + queryOf({ ...query, page: page - 1 })}>{content.previous}</a>}
      <span>{fillIn(content.of, { page, pages })}</span>
      {page < pages && <a href={INBOX.path + queryOf({ ...query, page: page + 1 })}>{content.next}</a>}
    </nav>
  );
}

function placeOf(query: ListQuery, row: number): string {
  return queryOf({ ...query, page: LIST.page }, { at: (query.page - 1) * LIST_SIZE + row });
}
