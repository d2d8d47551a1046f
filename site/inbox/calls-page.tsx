/** The calls: the next one, upcoming and past ones, each with its actions; and the closed times. */
import type { BookingLine } from "../../contract/booking.ts";
import type { InboxViews } from "../../contract/inbox.ts";
import { INBOX } from "../../contract/routes.ts";
import { PhoneLink } from "../components/phone-link.tsx";
import { Frame, LeadLink, Post, Press, TableHead, useInbox } from "./frame.tsx";
import { CallActions, CallTimes } from "./lead-calls.tsx";

export function CallsPage({ calls, closed, feed, refused, typed }: InboxViews["calls"]) {
  const { calls: content, now, moment } = useInbox();
  const upcoming = calls.filter(({ endsAt, state }) => endsAt > now && state === "booked");
  const past = calls.filter((call) => !upcoming.includes(call));
  return (
    <Frame signedIn back={INBOX.path} heading={content.heading}>
      {refused && (
        <p className="alarm" role="alert">
          {content.refused[refused]}
        </p>
      )}
      {upcoming.length === 0 && <p className="nothing">{content.none}</p>}
      <Calls heading={content.next} calls={upcoming.slice(0, 1)} />
      <Calls heading={content.upcoming} calls={upcoming.slice(1)} />
      <Calls heading={content.past} calls={past} />
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
  if (calls.length === 0) return;
  return (
    <section aria-label={heading}>
      <h2>{heading}</h2>
      <table>
        <TableHead titles={[content.when, content.who, content.number, content.actions]} />
        <tbody>
          {calls.map((call) => (
            <tr key={call.id}>
              <td>
                <CallTimes call={call} />
              </td>
              <th scope="row">
                <LeadLink {...call} id={call.leadId} />
                {call.suspected && <span className="badge overdue">{content.suspected}</span>}
              </th>
              <td>{call.phone !== "" && <PhoneLink number={call.phone} />}</td>
              <td>
                <CallActions call={call} action={INBOX.changeCall(call.id)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
