/** The times that the agency closed, and the forms that close more. */

import type {
  BookingLine,
  ClosedTime,
} from "../../../contract/call/booking.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import { LabeledInput, LeadLink, Post, Press, Section } from "../frame.tsx";
import { useInbox } from "../use-inbox.ts";
import { DayButtons } from "./day-buttons.tsx";

export interface ClosedProps {
  calls: readonly BookingLine[];
  closed: readonly ClosedTime[];
  /** The open days of the coming week. */
  days: readonly string[];
  /** The typed times that the agency could not close. */
  typed?: { from: string; to: string } | undefined;
}

export function ClosedTimes(props: ClosedProps) {
  const { calls, closed, days, typed } = props;
  const { leadContent, calls: content } = useInbox();
  return (
    <Section id="closed" heading={content.closed}>
      {closed.length === 0 && <p>{content.noClosed}</p>}
      <ul>
        {closed.map(({ id, startsAt, endsAt }) => (
          <li key={id}>
            <Span startsAt={startsAt} endsAt={endsAt} />
            <Press
              label={content.open}
              action={INBOX.openTime(id)}
              className="quiet"
            />
            <StillBooked calls={calls} from={startsAt} to={endsAt} />
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
      {/* The browser asks for the day: it is the only field. */}
      <Post action={INBOX.closeTime} className="actions" noValidate={false}>
        <label htmlFor="day">{leadContent.followUp.otherDay}</label>
        <input id="day" type="date" name="day" required />
        <button>{content.closeDay}</button>
      </Post>
      <CloseSpan typed={typed} />
    </Section>
  );
}

/** A day that is closed whole has no times. */
function Span({ startsAt, endsAt }: Omit<ClosedTime, "id">) {
  const { moment, shortDayNameAt, timeZone } = useInbox();
  const [start, end] = [startsAt, endsAt].map((iso) =>
    Temporal.Instant.from(iso).toZonedDateTimeISO(timeZone),
  );
  const isWholeDay =
    start?.equals(start.startOfDay()) && end?.equals(start.add({ days: 1 }));
  return isWholeDay
    ? shortDayNameAt(startsAt)
    : `${moment(startsAt)} - ${moment(endsAt)}`;
}

/**
 * Closing a time cancels no call, so its calls
 * are named, each with the way to move it.
 */
function StillBooked({
  calls,
  from,
  to,
}: Pick<ClosedProps, "calls"> & { from: string; to: string }) {
  const { calls: content, moment } = useInbox();
  const booked = calls.filter(
    ({ state, startsAt, endsAt }) =>
      state === "booked" && startsAt < to && endsAt > from,
  );
  if (booked.length === 0) return null;
  return (
    <div className="alarm">
      {content.stillBooked}
      <ul>
        {booked.map((call) => (
          <li key={call.id}>
            <LeadLink {...call} to={`${INBOX.lead(call.leadId)}#call`} />{" "}
            {moment(call.startsAt)}
          </li>
        ))}
      </ul>
    </div>
  );
}

function CloseSpan({ typed }: Pick<ClosedProps, "typed">) {
  const { calls: content } = useInbox();
  const propsOf = (end: "from" | "to") =>
    typed && {
      defaultValue: typed[end],
      // The form may stand below a week of calls.
      autoFocus: end === "from",
      "aria-invalid": true,
      "aria-describedby": "not-closed",
    };
  return (
    <Post action={INBOX.closeTime} className="ask">
      {(["from", "to"] as const).map((end) => (
        <LabeledInput
          key={end}
          label={content[end]}
          id={end}
          type="datetime-local"
          name={end}
          required
          {...propsOf(end)}
        />
      ))}
      {typed && (
        <p id="not-closed" className="fault" role="alert">
          {content.notClosed}
        </p>
      )}
      <button>{content.close}</button>
    </Post>
  );
}
