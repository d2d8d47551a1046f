import { fillIn } from "../../contract/fill-in.ts";
import { shownCall, type Booking, type BookingLine } from "../../contract/booking.ts";
import type { InboxViews } from "../../contract/inbox.ts";
import type { LeadDetail } from "../../contract/leads-admin.ts";
import { INBOX } from "../../contract/routes.ts";
import { CALL_NUMBER, phoneOf } from "../../contract/lead.ts";
import { needsNoAnswer } from "../../contract/outcome.ts";
import { PhoneLink } from "../components/phone-link.tsx";
import { Frame, LeadLink, Post, Press, Section, TableHead, useInbox } from "./frame.tsx";
import type { LeadProps } from "./frame.tsx";

export function LeadCalls({ detail }: LeadProps) {
  const { calls: content, now } = useInbox();
  const first = shownCall(detail.bookings);
  const latestFirst = detail.bookings.toReversed();
  const calls = first ? [first, ...latestFirst.filter(({ id }) => id !== first.id)] : latestFirst;
  if (calls.length === 0) return;
  return (
    <Section id="call" heading={content.one} className="lead-calls">
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
          {call.state === "booked" ? (
            <div className="call-actions">
              {changesOf(call, now).map((change) => (
                <ChangeForm key={change} change={change} detail={detail} call={call} />
              ))}
            </div>
          ) : (
            <span className="badge">{content.states[call.state]}</span>
          )}
        </div>
      ))}
    </Section>
  );
}

function CallTimes({ call: { startsAt, zone } }: { call: Pick<Booking, "startsAt" | "zone"> }) {
  const { calls: content, callTime } = useInbox();
  const time = callTime(startsAt);
  const theirs = callTime(startsAt, zone);
  return (
    <p>
      <time dateTime={startsAt}>{time}</time>
      {theirs !== time && <span className="from">{fillIn(content.theirs, { time: theirs })}</span>}
    </p>
  );
}

export function getsCallMails({ lead, outcome }: LeadDetail): boolean {
  const hasEmailAddress = phoneOf(lead.email) === undefined;
  return hasEmailAddress && !needsNoAnswer(outcome);
}

type CallChange = "move" | "cancel" | "missed";

function changesOf({ state, startsAt }: Pick<Booking, "state" | "startsAt">, now: string): CallChange[] {
  if (state !== "booked") return [];
  return startsAt <= now ? ["missed"] : ["move", "cancel"];
}

function ChangeForm({ change, detail, call }: LeadProps & { call: Booking; change: CallChange }) {
  const { calls: content, workingHours, query } = useInbox();
  const { open, mailed, button } = content.changes[change];
  const action = `${INBOX.leadCalls(detail.lead.id)}/${call.id}${query}`;
  const isMailed = getsCallMails(detail) && (change !== "missed" || workingHours.mailMissed);
  const moveTo = `move-to-${call.id}`;
  return (
    <details>
      <summary>{open}</summary>
      {/* `CallsPage` links to this id. The browser opens the details around the link's target. */}
      <p id={`${change}-${call.id}`}>{isMailed ? mailed : content.unmailed}</p>
      <Post action={action} className="actions" seen={detail.version}>
        {change === "move" && (
          <>
            <label htmlFor={moveTo}>{content.moveTo}</label>
            <input id={moveTo} type="datetime-local" name="startsAt" required />
          </>
        )}
        <button className="quiet" name="action" value={change}>
          {button}
        </button>
      </Post>
    </details>
  );
}

export function BookCall({ detail, booking }: Pick<InboxViews["lead"], "detail" | "booking">) {
  const { calls: content, deed, now, shortDayNameAt, timeOfDay, query } = useInbox();
  const { lead, version, bookings, outcome } = detail;
  const hasCall = bookings.some(({ state, endsAt }) => state === "booked" && endsAt > now);
  if (!booking || hasCall || needsNoAnswer(outcome)) return;
  const days = Map.groupBy(booking.openTimes, shortDayNameAt);
  const number = bookings.at(-1)?.phone || detail.wish?.phone || phoneOf(lead.email);
  const field = { name: CALL_NUMBER.input, required: booking.requiresPhone, defaultValue: number };
  return (
    <details id="book" className="book" open={deed?.what === "added"}>
      <summary>{content.book.open}</summary>
      <Post action={INBOX.leadCalls(lead.id) + query} className="ask" autoComplete="off" seen={version}>
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
          <input id="call-number" type="tel" {...field} />
        </div>
        <p>{phoneOf(lead.email) === undefined ? content.book.mailed : content.book.unmailed}</p>
        <button className="main">{content.book.button}</button>
      </Post>
    </details>
  );
}

export function CallsPage({ calls, closed, days, holidays, feed, typed }: InboxViews["calls"]) {
  const { calls: content, now, moment, dayName, shortDayName } = useInbox();
  const today = dayName(now);
  const isListedByDay = ({ startsAt, endsAt, state }: BookingLine) =>
    state !== "cancelled" && (endsAt > now || dayName(startsAt) === today);
  const byDay = Map.groupBy(calls.filter(isListedByDay), ({ startsAt }) => dayName(startsAt));
  const others = calls.filter((call) => !isListedByDay(call));
  const invalid = { "aria-invalid": true, "aria-describedby": "not-closed" };
  const propsOf = (end: "from" | "to") => typed && { defaultValue: typed[end], ...invalid };
  return (
    <Frame heading={content.heading}>
      {byDay.size === 0 && <p className="nothing">{content.none}</p>}
      {[...byDay].map(([day, ofDay]) => (
        <Calls key={day} heading={day === today ? content.today : day} calls={ofDay} />
      ))}
      {others.length > 0 && <Calls heading={content.past} calls={others} />}
      <Section id="closed" heading={content.closed}>
        {closed.length === 0 && <p>{content.noClosed}</p>}
        <ul>
          {closed.map(({ id, startsAt, endsAt }) => (
            <li key={id}>
              {moment(startsAt)} - {moment(endsAt)}
              <Press label={content.open} action={INBOX.openTime(id)} className="quiet" />
            </li>
          ))}
        </ul>
        <Post action={INBOX.closeTime} className="actions" aria-label={content.closeDay}>
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
              {content[end]} <input type="datetime-local" name={end} required {...propsOf(end)} />
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

export function DayButtons({ name, days }: { name: string; days: readonly string[] }) {
  const { shortDayName } = useInbox();
  return days.map((day) => (
    <button key={day} className="quiet" name={name} value={day}>
      {shortDayName(day)}
    </button>
  ));
}

function Calls({ heading, calls }: { heading: string; calls: readonly BookingLine[] }) {
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
                {call.suspected && <span className="badge overdue">{content.suspected}</span>}
                {call.state !== "booked" && <span className="badge">{content.states[call.state]}</span>}
              </th>
              <td>
                <div className="actions">
                  {call.phone !== "" && <PhoneLink number={call.phone} />}
                  {changesOf(call, now).map((change) => (
                    <a key={change} href={`${INBOX.lead(call.leadId)}#${change}-${call.id}`}>
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
