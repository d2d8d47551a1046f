/** The list: the totals, filter and search, and the leads by time left. */
import type { CalendarState } from "../../contract/calendars.ts";
import { sourceOf } from "../../contract/funnel.ts";
import type { LeadSummary } from "../../contract/leads-admin.ts";
import { ANSWERED, INBOX, LIST, LIST_SIZE, queryOf } from "../../contract/inbox.ts";
import type { InboxTime, InboxView, ListQuery } from "../../contract/inbox.ts";
import { serviceLabel } from "../../contract/services.ts";
import { Filters, Search } from "./find.tsx";
import { Frame, Keys, TableHead, TimeLeft } from "./frame.tsx";
import { By } from "./lead-facts.tsx";
import { useInboxContent } from "./inbox-content.ts";
import { Overview } from "./overview.tsx";
import { duration, moment } from "./times.ts";

type ListPageProps = Omit<Extract<InboxView, { view: "list" }>, "view"> & InboxTime;

export function ListPage({ query, list, overview, calendars, lateBackups, ...time }: ListPageProps) {
  const { inbox } = useInboxContent();
  const failing = overview.mailToAgencyFailing;
  const { one, many } = inbox.mailFailing;
  const isNarrow = queryOf({ ...query, filter: LIST.filter, page: LIST.page }) !== "";
  return (
    <Frame signedIn>
      <div className="title">
        <h1>{inbox.heading}</h1>
        <a href={INBOX.add}>{inbox.edit.add}</a>
      </div>
      {failing > 0 && (
        <p className="alarm">{failing === 1 ? one : many.replace("{count}", String(failing))}</p>
      )}
      {overview.purgeWaits > 0 && (
        <p className="alarm">{inbox.purgeWaits.replace("{count}", String(overview.purgeWaits))}</p>
      )}
      {lateBackups.map((place) => (
        <p className="alarm" key={place}>
          {inbox.lateBackup[place]}
        </p>
      ))}
      {calendars.map((calendar) => (
        <Calendar key={calendar.id} {...calendar} {...time} />
      ))}
      <Overview {...overview} />
      <div className="find">
        <Filters query={query} filters={overview.filters} />
        <Search query={query} sources={overview.sources} />
      </div>
      {list.leads.length === 0 ? (
        <p className="nothing">{isNarrow ? inbox.noMatch : inbox.empty[list.filter]}</p>
      ) : (
        <Leads leads={list.leads} query={query} {...time} />
      )}
      {(["nothing", "changed", "deleted"] as const).map((done) => (
        <p key={done} id={done} className="done" tabIndex={-1}>
          {inbox.done[done]}
        </p>
      ))}
      <Keys />
      <div className="pages">
        {list.pages > 1 && <Pages query={query} pages={list.pages} />}
        {list.leads.length > 0 && (
          <a href={INBOX.sheet + queryOf({ ...query, page: LIST.page })} download>
            {(list.total === 1 ? inbox.sheet.one : inbox.sheet.many).replace("{count}", String(list.total))}
          </a>
        )}
      </div>
    </Frame>
  );
}

/** The age of its copy; for one that cannot be read, also the known reason. */
function Calendar({ number, reason, readAt = "", eventDate = "", now, timeZone }: CalendarState & InboxTime) {
  const content = useInboxContent().inbox.calendar;
  if (reason === undefined) {
    const time = duration(Math.max(0, Date.parse(now) - Date.parse(readAt)));
    return <p>{content.read.replace("{number}", String(number)).replace("{time}", time)}</p>;
  }
  const copy =
    readAt === "" ? content.never : content.copy.replace("{time}", moment(readAt, { now, timeZone }));
  const event = eventDate && content.event.replace("{date}", eventDate);
  return (
    <p className="alarm">
      {`${content.failing.replace("{number}", String(number))} ${reason} ${copy} ${event}`.trim()}
    </p>
  );
}

const COLUMNS = ["tick", "time", "who", "service", "came"] as const;

type LeadsProps = { leads: readonly LeadSummary[] } & Pick<ListPageProps, "query"> & InboxTime;

function Leads({ leads, query, now, timeZone }: LeadsProps) {
  const { inbox, leadContent, services } = useInboxContent();
  return (
    <form action={INBOX.delete} data-young>
      <input type="hidden" name={INBOX.backField} value={INBOX.path + queryOf(query)} />
      <table>
        <TableHead titles={COLUMNS.map((name) => inbox.columns[name])} />
        <tbody>
          {leads.map((lead, row) => (
            <tr key={lead.id}>
              <td className="tick">
                <input
                  type="checkbox"
                  name={INBOX.leadField}
                  value={lead.id}
                  aria-label={inbox.tick.replace("{name}", lead.name)}
                />
              </td>
              <td>
                <TimeLeft now={now} {...lead} /> <By by={lead.by} />
              </td>
              <th scope="row">
                <a href={INBOX.lead(lead.id) + placeOf(query, row)} dir="auto">
                  {lead.name}
                </a>
                <span>{lead.companyName}</span>
                {lead.test && <span className="badge test">{inbox.testMark}</span>}
                {lead.failedDeliveries > 0 && (
                  <span className="badge overdue">
                    {inbox.failedDeliveries.replace("{count}", String(lead.failedDeliveries))}
                  </span>
                )}
              </th>
              <td className="about">
                {serviceLabel(services, lead.service)}
                <p dir="auto">{lead.problem}</p>
                {lead.note !== undefined && (
                  <p dir="auto">{inbox.lastNote.replace("{note}", () => lead.note ?? "")}</p>
                )}
              </td>
              <td className="came">
                {moment(lead.createdAt, { now, timeZone })}
                {lead.from !== undefined && <span className="from">{sourceOf(lead.from)}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="actions">
        {([ANSWERED, "lost", "spam"] as const).map((value) => (
          <button
            key={value}
            name={INBOX.outcomeField}
            value={value}
            formMethod="post"
            formAction={INBOX.mark + queryOf(query)}
            {...(value === ANSWERED && { "data-answer": true })}
          >
            {value === ANSWERED ? leadContent.markAnswered : leadContent.outcomes[value]}
          </button>
        ))}
        <button className="quiet">{inbox.deleteTicked}</button>
      </div>
    </form>
  );
}

function Pages({ query, pages }: { query: ListQuery; pages: number }) {
  const content = useInboxContent().inbox.pages;
  const { page } = query;
  return (
    <nav aria-label={content.label}>
      {page > 1 && <a href={INBOX.path + queryOf({ ...query, page: page - 1 })}>{content.previous}</a>}
      <span>{content.of.replace("{page}", String(page)).replace("{pages}", String(pages))}</span>
      {page < pages && <a href={INBOX.path + queryOf({ ...query, page: page + 1 })}>{content.next}</a>}
    </nav>
  );
}

/** The query that tells a lead's page its position in the list. */
function placeOf(query: ListQuery, row: number): string {
  return queryOf({ ...query, page: LIST.page }, { at: (query.page - 1) * LIST_SIZE + row });
}
