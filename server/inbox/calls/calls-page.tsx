import type {
  BookingLine,
  ClosedTime,
  Holiday,
} from "../../../contract/call/booking.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import { PhoneLink } from "../../../site/components/phone-link.tsx";
import {
  Frame,
  LeadLink,
  Post,
  Press,
  Section,
  TableHead,
  useInbox,
} from "../frame.tsx";
import { CallTimes, changesOf, DayButtons } from "./lead-calls.tsx";

export interface CallsProps {
  calls: readonly BookingLine[];
  closed: readonly ClosedTime[];
  /** `days` cover one week, `holidays` cover one year. */
  days: readonly string[];
  holidays: readonly Holiday[];
  /** Undefined if the scheduling page is on another site. */
  feed: string | undefined;
  /** The typed times that the agency could not close. */
  typed?: { from: string; to: string } | undefined;
}

export function CallsPage({
  calls,
  closed,
  days,
  holidays,
  feed,
  typed,
}: CallsProps) {
  const { calls: content, now, moment, dayName, shortDayName } = useInbox();
  const today = dayName(now);
  const isListedByDay = ({ startsAt, endsAt, state }: BookingLine) =>
    state !== "cancelled" && (endsAt > now || dayName(startsAt) === today);
  const byDay = Map.groupBy(calls.filter(isListedByDay), ({ startsAt }) =>
    dayName(startsAt),
  );
  const others = calls.filter((call) => !isListedByDay(call));
  const invalid = { "aria-invalid": true, "aria-describedby": "not-closed" };
  const propsOf = (end: "from" | "to") =>
    typed && { defaultValue: typed[end], ...invalid };
  return (
    <Frame heading={content.heading}>
      {byDay.size === 0 && <p className="nothing">{content.none}</p>}
      {[...byDay].map(([day, ofDay]) => (
        <Calls
          key={day}
          heading={day === today ? content.today : day}
          calls={ofDay}
        />
      ))}
      {others.length > 0 && <Calls heading={content.past} calls={others} />}
      <Section id="closed" heading={content.closed}>
        {closed.length === 0 && <p>{content.noClosed}</p>}
        <ul>
          {closed.map(({ id, startsAt, endsAt }) => (
            <li key={id}>
              {moment(startsAt)} - {moment(endsAt)}
              <Press
                label={content.open}
                action={INBOX.openTime(id)}
                className="quiet"
              />
            </li>
          ))}
        </ul>
        <Post
          action={INBOX.closeTime}
          className="actions"
          aria-label={content.closeDay}
        >
          <p>{content.closeDay}</p>
          <DayButtons name="day" days={days} />
        </Post>
        {holidays.length > 0 && (
          <details>
            <summary>{content.closeHoliday}</summary>
            <Post action={INBOX.closeTime} className="actions">
              {holidays.map(({ day, name }) => (
                <button key={day} className="quiet" name="day" value={day}>
                  {shortDayName(day)} <small dir="auto">{name}</small>
                </button>
              ))}
            </Post>
          </details>
        )}
        <Post action={INBOX.closeTime} className="actions">
          <label htmlFor="day">{content.otherDay}</label>
          <input id="day" type="date" name="day" required />
          <button>{content.closeDay}</button>
        </Post>
        <Post action={INBOX.closeTime} className="ask">
          {(["from", "to"] as const).map((end) => (
            <label key={end}>
              {content[end]}{" "}
              <input
                type="datetime-local"
                name={end}
                required
                {...propsOf(end)}
              />
            </label>
          ))}
          {typed && (
            <p id="not-closed" className="fault" role="alert">
              {content.notClosed}
            </p>
          )}
          <button>{content.close}</button>
        </Post>
      </Section>
      {feed !== undefined && (
        <p>
          {content.feed} <code>{feed}</code>
        </p>
      )}
    </Frame>
  );
}

function Calls({
  heading,
  calls,
}: {
  heading: string;
  calls: readonly BookingLine[];
}) {
  const { calls: content, now } = useInbox();
  return (
    <section aria-label={heading}>
      <h2>{heading}</h2>
      <table className="cards">
        <TableHead titles={[content.when, content.who, content.number]} />
        <tbody>
          {calls.map((call) => (
            <tr key={call.id}>
              <td>
                <CallTimes call={call} />
              </td>
              <th scope="row">
                <LeadLink {...call} to={`${INBOX.lead(call.leadId)}#call`} />
                {call.suspected && (
                  <span className="badge overdue">{content.suspected}</span>
                )}
                {call.state !== "booked" && (
                  <span className="badge">{content.states[call.state]}</span>
                )}
              </th>
              <td>
                <div className="actions">
                  {call.phone !== "" && <PhoneLink number={call.phone} />}
                  {changesOf(call, now).map((change) => (
                    <a
                      key={change}
                      href={`${INBOX.lead(call.leadId)}#${change}-${call.id}`}
                    >
                      {content.changes[change].open}
                    </a>
                  ))}
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
