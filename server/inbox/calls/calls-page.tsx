import type { BookingLine } from "../../../contract/call/booking.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import { Frame, LeadLink, TableHead, PhoneLink } from "../frame.tsx";
import { useInbox } from "../use-inbox.ts";
import { ClosedTimes, type ClosedProps } from "./closed-times.tsx";
import { CallLinks, CallState, CallTimes } from "./lead-calls.tsx";

declare module "../pages.tsx" {
  interface NamedPages {
    CallsPage: typeof CallsPage;
  }
}

export interface CallsProps extends ClosedProps {
  /** Undefined if the scheduling page is on another site. */
  feed: string | undefined;
}

export function CallsPage({ calls, feed, ...page }: CallsProps) {
  const { inbox, calls: content, now, dayName } = useInbox();
  const today = dayName(now);
  const isListedByDay = ({ startsAt, endsAt, state }: BookingLine) =>
    state !== "cancelled" && (endsAt > now || dayName(startsAt) === today);
  const byDay = Map.groupBy(calls.filter(isListedByDay), ({ startsAt }) =>
    dayName(startsAt),
  );
  const others = calls.filter((call) => !isListedByDay(call));
  return (
    <Frame heading={content.heading}>
      {/* On a phone, a week of calls stands above the closed times. */}
      {calls.length > 0 && (
        <p className="actions">
          <a href="#closed">{content.closed}</a>
        </p>
      )}
      {byDay.size === 0 && <p className="nothing">{content.none}</p>}
      {[...byDay].map(([day, ofDay]) => (
        <Calls
          key={day}
          heading={day === today ? inbox.today.heading : day}
          calls={ofDay}
        />
      ))}
      {others.length > 0 && <Calls heading={content.past} calls={others} />}
      <ClosedTimes {...page} calls={calls} />
      {feed && (
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
  const { inbox, calls: content } = useInbox();
  return (
    <section aria-label={heading}>
      <h2>{heading}</h2>
      <table className="cards">
        <TableHead titles={[content.when, inbox.columns.who, content.number]} />
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
                <CallState {...call} />
              </th>
              <td>
                <div className="actions">
                  {call.phone && <PhoneLink number={call.phone} />}
                  <CallLinks {...call} />
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
