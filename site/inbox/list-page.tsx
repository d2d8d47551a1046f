/** The list: the totals, filter and search, and the leads by time left. */
import { fillIn } from "../../contract/placeholders.ts";
import { INBOX_FIELDS, ANSWERED, NOT_SPAM, LIST, LIST_SIZE, queryOf, tickOf } from "../../contract/inbox.ts";
import { sourceOf } from "../../contract/funnel.ts";
import { sourceName } from "../../contract/lead-visit.ts";
import type { LeadSummary, LeadsOverview } from "../../contract/leads-admin.ts";
import { HOUR_MS } from "../../contract/durations.ts";
import { INBOX } from "../../contract/routes.ts";
import type { InboxViews, ListQuery } from "../../contract/inbox.ts";
import { PhoneLink } from "../components/phone-link.tsx";
import { serviceLabel } from "../../contract/form-content.ts";
import { Filters, Search } from "./find.tsx";
import { Done, Frame, type InboxContent, LeadLink, TableHead, TimeLeft, useInbox } from "./frame.tsx";
import { By } from "./lead-facts.tsx";
import { Alarms, Backups, Withheld } from "./health-page.tsx";
import { Owner, Today } from "./today.tsx";

type Props = InboxViews["list"];

export function ListPage({ query, list, overview, today, backupAges, ...site }: Props) {
  const { inbox, plural } = useInbox();
  const { mailToAgencyFailing: failing } = overview;
  const isNarrow = queryOf({ ...query, filter: LIST.filter, page: LIST.page }) !== "";
  return (
    <Frame signedIn title={inbox.title}>
      <div className="title">
        <h1>{inbox.heading}</h1>
        <a href={INBOX.add}>{inbox.edit.add}</a>
        <a href={INBOX.team}>{inbox.team.heading}</a>
        <a href={INBOX.health}>{inbox.health.heading}</a>
      </div>
      {failing > 0 && <p className="alarm">{plural(inbox.mailFailing, failing)}</p>}
      {overview.withheld > 0 && <Withheld {...overview} />}
      {overview.purgeWaits > 0 && (
        <p className="alarm">{fillIn(inbox.purgeWaits, { count: overview.purgeWaits })}</p>
      )}
      <Alarms {...site} />
      <Backups {...backupAges} />
      {today && <Today today={today} overdue={overview.overdue} />}
      <Overview {...overview} />
      <div className="find">
        <Filters query={query} filters={overview.filters} />
        <Search query={query} sources={overview.sources} />
      </div>
      <Done said={inbox.done} />
      {list.leads.length === 0 ? (
        <p className="nothing">{isNarrow ? inbox.noMatch : inbox.empty[list.filter]}</p>
      ) : (
        <Leads leads={list.leads} query={query} />
      )}
      <div className="pages">
        {list.pages > 1 && <Pages query={query} pages={list.pages} />}
        {list.leads.length > 0 && (
          <a href={INBOX.sheet + queryOf({ ...query, page: LIST.page })} download>
            {plural(inbox.sheet, list.total)}
          </a>
        )}
      </div>
    </Frame>
  );
}

const COLUMNS = ["tick", "time", "who", "service", "came"] as const;

/** What can be done with several leads at once. */
const MARKS = { others: [ANSWERED, "won", "lost", "spam"], spam: [NOT_SPAM, "spam"] } as const;

function labelOf(mark: (typeof MARKS)["others" | "spam"][number], content: InboxContent["leadContent"]) {
  if (mark === ANSWERED) return content.markAnswered;
  return mark === NOT_SPAM ? content.notSpam : content.outcomes[mark];
}

function Leads({ leads, query }: { leads: readonly LeadSummary[] } & Pick<Props, "query">) {
  const { inbox, leadContent, services, moment, shortDay } = useInbox();
  return (
    <form action={INBOX.delete} autoComplete="off">
      <input type="hidden" name={INBOX_FIELDS.back} value={INBOX.path + queryOf(query)} />
      <div className="actions">
        <label className="scripted">
          <input type="checkbox" id="every" value="" /> {inbox.tickAll}
        </label>
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
      <table className="leads">
        <TableHead titles={COLUMNS.map((name) => inbox.columns[name])} />
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
              <td>
                <TimeLeft {...lead} /> <By by={lead.by} />
                {lead.call && <Call {...lead.call} />}
                <Owner owner={lead.owner} />
                {lead.followUpOn !== undefined && (
                  <span className="from">
                    {inbox.today.followUp} {shortDay(lead.followUpOn)}
                  </span>
                )}
              </td>
              <th scope="row">
                <LeadLink {...lead} to={INBOX.lead(lead.id) + placeOf(query, row)} />
                {lead.test && <span className="badge test">{inbox.testMark}</span>}
                {lead.failedDeliveries > 0 && (
                  <span className="badge overdue">
                    {fillIn(inbox.failedDeliveries, { count: lead.failedDeliveries })}
                  </span>
                )}
              </th>
              <td className="about">
                {serviceLabel(services, lead.service)}
                {lead.wishedAt !== undefined && (
                  <p>
                    {leadContent.wished} {moment(lead.wishedAt)}
                  </p>
                )}
                <p dir="auto">{lead.problem}</p>
                {lead.note !== undefined && (
                  <p dir="auto">{fillIn(inbox.lastNote, { note: lead.note ?? "" })}</p>
                )}
              </td>
              <td className="came">
                {moment(lead.createdAt)}
                {lead.from !== undefined && (
                  <span className="from">{sourceName(sourceOf(lead.from), leadContent.sources)}</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </form>
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

function Overview({ days, medianAnswerHours, ...counts }: LeadsOverview) {
  const { inbox, duration } = useInbox();
  const { overview: content } = inbox;
  const median = medianAnswerHours === undefined ? content.none : duration(medianAnswerHours * HOUR_MS);
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

/** In user units of the drawing, which stretches to its column. */
const BAR = { width: 10, gap: 4, height: 56 };

/** Leads per day as bars, with the counts as text for screen readers. */
function Chart({ days }: Pick<LeadsOverview, "days">) {
  const { inbox, shortDay } = useInbox();
  const leadsADay = days.map(({ leads }) => leads);
  const highest = Math.max(1, ...leadsADay);
  const label = fillIn(inbox.overview.chart, { days: days.length });
  const figures = days.map(({ day, leads }) => `${day}: ${leads}`).join(", ");
  const most = fillIn(inbox.overview.most, { count: Math.max(0, ...leadsADay) });
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
