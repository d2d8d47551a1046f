/** The calls by day, today's first, each with the way to its lead, where it is changed; and the closed times. */
import type { BookingLine } from "../../contract/booking.ts";
import type { InboxViews } from "../../contract/inbox.ts";
import { INBOX } from "../../contract/routes.ts";
import { PhoneLink } from "../components/phone-link.tsx";
import { Frame, LeadLink, Post, Press, TableHead, useInbox } from "./frame.tsx";
import { CallTimes } from "./lead-calls.tsx";

export function CallsPage({ calls, closed, feed, typed }: InboxViews["calls"]) {
  const { calls: content, now, moment, dayName } = useInbox();
  const today = dayName(now);
  const comes = ({ startsAt, endsAt, state }: BookingLine) =>
    state !== "cancelled" && (endsAt > now || dayName(startsAt) === today);
  const days = Map.groupBy(calls.filter(comes), ({ startsAt }) => dayName(startsAt));
  const past = calls.filter((call) => !comes(call));
  return (
    <Frame signedIn back={INBOX.path} heading={content.heading}>
      {days.size === 0 && <p className="nothing">{content.none}</p>}
      {[...days].map(([day, ofDay]) => (
        <Calls key={day} heading={day === today ? content.today : day} calls={ofDay} />
      ))}
      {past.length > 0 && <Calls heading={content.past} calls={past} />}
      <section aria-labelledby="closed">
        <h2 id="closed">{content.closed}</h2>
        {closed.length === 0 && <p>{content.noClosed}</p>}
        <ul>
          {closed.map(({ id, startsAt, endsAt }) => (
            <li key={id}>
              {moment(startsAt)} - {moment(endsAt)}
              <Press action={INBOX.openTime(id)} className="quiet">
                {content.open}
              </Press>
            </li>
          ))}
        </ul>
        <Post action={INBOX.closeTime} className="actions">
          <label htmlFor="day">{content.day}</label>
          <input id="day" type="date" name="day" required />
          <button>{content.closeDay}</button>
        </Post>
        <Post action={INBOX.closeTime} className="ask">
          {(["from", "to"] as const).map((name) => (
            <label key={name}>
              {content[name]}{" "}
              <input
                type="datetime-local"
                name={name}
                required
                defaultValue={typed?.[name]}
                {...(typed && { "aria-invalid": true, "aria-describedby": "not-closed" })}
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
      </section>
      {feed !== undefined && (
        <p>
          {content.feed} <code>{feed}</code>
        </p>
      )}
    </Frame>
  );
}

function Calls({ heading, calls }: { heading: string; calls: readonly BookingLine[] }) {
  const { calls: content } = useInbox();
  return (
    <section aria-label={heading}>
      <h2>{heading}</h2>
      <table>
        <TableHead titles={[content.when, content.who, content.number]} />
        <tbody>
          {calls.map((call) => (
            <tr key={call.id}>
              <td>
                <CallTimes call={call} />
              </td>
              <th scope="row">
                <LeadLink {...call} to={`${INBOX.lead(call.leadId)}#call`} />
                {call.suspected && <span className="badge overdue">{content.suspected}</span>}
                {call.state !== "booked" && <span className="badge">{content.states[call.state]}</span>}
              </th>
              <td>{call.phone !== "" && <PhoneLink number={call.phone} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
