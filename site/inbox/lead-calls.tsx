/** The calls of a lead: when on both clocks, the number, what can be done with each; and the form that books one. */
import type { ReactNode } from "react";
import { fillIn } from "../../contract/placeholders.ts";
import type { Booking, BookingLine } from "../../contract/booking.ts";
import { shownCall } from "../../contract/booking.ts";
import type { InboxViews } from "../../contract/inbox.ts";
import { INBOX } from "../../contract/routes.ts";
import { CALL_NUMBER, phoneOf } from "../../contract/lead.ts";
import { needsNoAnswer } from "../../contract/outcome.ts";
import { PhoneLink } from "../components/phone-link.tsx";
import { Post, Press, useInbox } from "./frame.tsx";

type LeadCallsProps = Pick<InboxViews["lead"], "detail"> & { query: string };

export function LeadCalls({ detail, query }: LeadCallsProps) {
  const { calls: content } = useInbox();
  const { lead, version, outcome, bookings } = detail;
  const actionOf = ({ id }: Booking) => `${INBOX.leadCalls(lead.id)}/${id}${query}`;
  const [first, others] = [shownCall(bookings), bookings.toReversed()];
  const calls = first ? [first, ...others.filter(({ id }) => id !== first.id)] : others;
  if (calls.length === 0) return;
  return (
    <section aria-labelledby="call" className="lead-calls">
      <h2 id="call" tabIndex={-1}>
        {content.one}
      </h2>
      {calls.map((call) => (
        <div key={call.id} className="lead-call">
          <CallTimes call={call} />
          {call.comingAt && <p>{content.coming}</p>}
          {call.phone !== "" && (
            <p>
              {content.number} <PhoneLink number={call.phone} />{" "}
              <span className="from">{call.phoneTyped}</span>
            </p>
          )}
          <CallActions
            call={{ ...call, version, email: lead.email, suspected: needsNoAnswer(outcome) }}
            action={actionOf(call)}
          />
        </div>
      ))}
    </section>
  );
}

/** On the agency's clock, and on the visitor's if that differs. */
export function CallTimes({ call: { startsAt, zone } }: { call: Pick<Booking, "startsAt" | "zone"> }) {
  const { calls: content, callTime } = useInbox();
  const [ours, theirs] = [callTime(startsAt), callTime(startsAt, zone)];
  return (
    <p>
      <time dateTime={startsAt}>{ours}</time>
      {theirs !== ours && <span className="from">{fillIn(content.theirs, { time: theirs })}</span>}
    </p>
  );
}

interface CallActionsProps {
  call: BookedCall;
  action: string;
}

/** Each is asked once, with the mail that it sends. */
function CallActions({ call, action }: CallActionsProps) {
  const { calls: content, now } = useInbox();
  const { id, startsAt, state, version } = call;
  if (state !== "booked") return <span className="badge">{content.states[state]}</span>;
  const one = (what: "cancel" | "missed") => (
    <Ask what={what} call={call}>
      <Press action={action} seen={version} className="quiet" name="action" value={what}>
        {content.changes[what].button}
      </Press>
    </Ask>
  );
  if (startsAt <= now) return one("missed");
  return (
    <div className="call-actions">
      <Ask what="move" call={call}>
        <Post action={action} className="actions" seen={version}>
          <label htmlFor={`move-${id}`}>{content.moveTo}</label>
          <input id={`move-${id}`} type="datetime-local" name="startsAt" required />
          <button className="quiet">{content.changes.move.button}</button>
        </Post>
      </Ask>
      {one("cancel")}
    </div>
  );
}

type BookedCall = Booking & Pick<BookingLine, "version" | "email" | "suspected">;

interface AskProps {
  what: "move" | "cancel" | "missed";
  call: BookedCall;
  children: ReactNode;
}

function Ask({ what, call: { email, suspected }, children }: AskProps) {
  const { calls: content, workingHours } = useInbox();
  const isMailed =
    phoneOf(email) === undefined && !suspected && (what !== "missed" || workingHours.mailMissed);
  return (
    <details>
      <summary>{content.changes[what].open}</summary>
      <p>{isMailed ? content.changes[what].mailed : content.unmailed}</p>
      {children}
    </details>
  );
}

type BookCallProps = Pick<InboxViews["lead"], "detail" | "booking"> & { query: string };

/** The agency may choose an open time, or any other. */
export function BookCall({ detail, booking, query }: BookCallProps) {
  const { calls: content, deed, now, dayName, timeOfDay } = useInbox();
  const { lead, version, bookings, outcome } = detail;
  const hasCall = bookings.some(({ state, endsAt }) => state === "booked" && endsAt > now);
  if (!booking || hasCall || needsNoAnswer(outcome)) return;
  const days = Map.groupBy(booking.openTimes, dayName);
  const number = bookings.at(-1)?.phone || detail.wishedPhone || phoneOf(lead.email);
  return (
    <details id="book" className="book" open={deed?.what === "added"}>
      <summary>{content.book.open}</summary>
      <Post action={INBOX.leadCalls(lead.id) + query} className="ask" seen={version}>
        <fieldset className="days">
          <legend>{content.book.openTime}</legend>
          {[...days].map(([day, times]) => (
            <details key={day} name="day">
              <summary>{day}</summary>
              {times.map((time) => (
                <label key={time}>
                  <input type="radio" name="startsAt" value={time} /> {timeOfDay(time)}
                </label>
              ))}
            </details>
          ))}
        </fieldset>
        <div>
          <label htmlFor="other-time">{content.book.otherTime}</label>
          <input id="other-time" type="datetime-local" name="otherTime" />
        </div>
        <div>
          <label htmlFor="call-number">{content.number}</label>
          <input
            id="call-number"
            type="tel"
            name={CALL_NUMBER.input}
            required={booking.requiresPhone}
            maxLength={CALL_NUMBER.maxLength}
            defaultValue={number}
            autoComplete="off"
          />
        </div>
        <p>{phoneOf(lead.email) === undefined ? content.book.mailed : content.book.unmailed}</p>
        <button className="main">{content.book.button}</button>
      </Post>
    </details>
  );
}
