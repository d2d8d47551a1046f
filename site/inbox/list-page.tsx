/** The list: how it stands, the filter and the search, and the leads by time left. */
import type { CalendarState } from "../../contract/calendars.ts";
import {
  LEAD_FILTERS,
  type LeadsOverview,
  type LeadList,
  type LeadSummary,
} from "../../contract/leads-admin.ts";
import { INBOX, type InboxTime, type InboxView } from "../../contract/inbox.ts";
import { serviceLabel } from "../../contract/services.ts";
import { Frame, TimeLeft } from "./frame.tsx";
import { By } from "./lead-facts.tsx";
import { useInboxContent } from "./inbox-content.ts";
import { duration, moment, shortDay } from "./times.ts";

export function ListPage({
  list,
  overview,
  calendars,
  lateBackups,
  ...time
}: Omit<Extract<InboxView, { view: "list" }>, "view"> & InboxTime) {
  const { inbox, calls } = useInboxContent();
  const failing = overview.mailToAgencyFailing;
  const { one, many } = inbox.mailFailing;
  const nothing = list.search === "" ? inbox.empty[list.filter] : inbox.noMatch;
  return (
    <Frame signedIn>
      <h1>{inbox.heading}</h1>
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
        <nav aria-label={inbox.filterLabel}>
          <ul>
            {LEAD_FILTERS.map((filter) => (
              <li key={filter}>
                <a
                  href={address({ ...list, filter, page: 1 })}
                  aria-current={filter === list.filter ? "page" : undefined}
                >
                  {inbox.filters[filter]}
                  {filter === "suspected" && overview.suspected > 0 && ` (${overview.suspected})`}
                </a>
              </li>
            ))}
            <li>
              <a href={INBOX.calls}>{calls.heading}</a>
            </li>
            <li>
              <a href={INBOX.funnel}>{inbox.funnel.heading}</a>
            </li>
          </ul>
        </nav>
        <form role="search" action={INBOX.path}>
          <input type="hidden" name="filter" value={list.filter} />
          <label htmlFor="search">{inbox.searchLabel}</label>
          <input id="search" type="search" name="search" defaultValue={list.search} />
          <button>{inbox.search}</button>
        </form>
      </div>
      {list.leads.length === 0 ? (
        <p className="nothing">{nothing}</p>
      ) : (
        <Leads leads={list.leads} {...time} />
      )}
      {list.pages > 1 && <Pages {...list} />}
    </Frame>
  );
}

/** How old its copy is; of one that cannot be read, with what is known of why. */
function Calendar({ number, reason, readAt = "", eventDate = "", now, timeZone }: CalendarState & InboxTime) {
  const content = useInboxContent().inbox.calendar;
  if (reason === undefined) {
    const time = duration(Math.max(0, Date.parse(now) - Date.parse(readAt)));
    return <p>{content.read.replace("{number}", String(number)).replace("{time}", time)}</p>;
  }
  const copy = readAt === "" ? content.never : content.copy.replace("{time}", moment(readAt, timeZone));
  const event = eventDate && content.event.replace("{date}", eventDate);
  return (
    <p className="alarm">
      {`${content.failing.replace("{number}", String(number))} ${reason} ${copy} ${event}`.trim()}
    </p>
  );
}

function Overview({ days, medianAnswerHours, ...counts }: LeadsOverview) {
  const content = useInboxContent().inbox.overview;
  const median =
    medianAnswerHours === undefined ? content.none : duration(medianAnswerHours * 60 * 60 * 1000);
  return (
    <section className="overview" aria-label={content.label}>
      <dl>
        {(["open", "overdue", "undelivered", "dead"] as const).map((name) => (
          <div key={name} className={counts[name] > 0 && name !== "open" ? "wrong" : undefined}>
            <dt>{content[name]}</dt>
            <dd>{counts[name]}</dd>
          </div>
        ))}
        <div>
          <dt>{content.median}</dt>
          <dd className="text">{median}</dd>
        </div>
      </dl>
      <Chart days={days} />
    </section>
  );
}

function Leads({ leads, now, timeZone }: { leads: readonly LeadSummary[] } & InboxTime) {
  const { inbox, services } = useInboxContent();
  return (
    <form action={INBOX.delete}>
      <table>
        <thead>
          <tr>
            {(["tick", "time", "who", "service", "came"] as const).map((name) => (
              <th key={name} scope="col">
                {inbox.columns[name]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {leads.map((lead) => (
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
                <a href={INBOX.lead(lead.id)} dir="auto">
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
              <td>{serviceLabel(services, lead.service)}</td>
              <td className="came">
                {moment(lead.createdAt, timeZone)}
                {lead.from !== undefined && <span className="from">{lead.from}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <button className="quiet">{inbox.deleteTicked}</button>
    </form>
  );
}

function Pages(list: LeadList) {
  const content = useInboxContent().inbox.pages;
  const { page, pages } = list;
  return (
    <nav className="pages" aria-label={content.label}>
      {page > 1 && <a href={address({ ...list, page: page - 1 })}>{content.previous}</a>}
      <span>{content.of.replace("{page}", String(page)).replace("{pages}", String(pages))}</span>
      {page < pages && <a href={address({ ...list, page: page + 1 })}>{content.next}</a>}
    </nav>
  );
}

function address({ filter, search, page }: Pick<LeadList, "filter" | "search" | "page">): string {
  const query = new URLSearchParams({ filter });
  if (search !== "") query.set("search", search);
  if (page > 1) query.set("page", String(page));
  return `${INBOX.path}?${query}`;
}

/** In user units of the drawing, which stretches to its column. */
const BAR = { width: 10, gap: 4, height: 56 };

/** Leads a day as bars, with the counts as their text for those who do not see it. */
function Chart({ days }: Pick<LeadsOverview, "days">) {
  const leadsADay = days.map(({ leads }) => leads);
  const highest = Math.max(1, ...leadsADay);
  const label = useInboxContent().inbox.overview.chart.replace("{days}", String(days.length));
  const figures = days.map(({ day, leads }) => `${day}: ${leads}`).join(", ");
  const most = useInboxContent().inbox.overview.most.replace("{count}", String(Math.max(0, ...leadsADay)));
  const step = BAR.width + BAR.gap;
  return (
    <figure className="chart">
      <figcaption>
        {label} <span>{most}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${days.length * step - BAR.gap} ${BAR.height + 2}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${label}. ${figures}`}
      >
        {days.map(({ day, leads }, index) => {
          const height = (leads / highest) * BAR.height;
          return (
            <g key={day}>
              <title>{`${day}: ${leads}`}</title>
              <rect className="ground" x={index * step} y={BAR.height} width={BAR.width} height="2" />
              <rect x={index * step} y={BAR.height - height} width={BAR.width} height={height} />
            </g>
          );
        })}
      </svg>
      <p aria-hidden="true">
        {[days[0], days.at(-1)].map((end) => end && <span key={end.day}>{shortDay(end.day)}</span>)}
      </p>
    </figure>
  );
}
