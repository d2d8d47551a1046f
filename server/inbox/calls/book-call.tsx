/** The form that books a call for a lead. */

import { comingCall } from "../../../contract/call/booking.ts";
import { numberOf } from "../../../contract/inbox/leads-admin.ts";
import { needsNoAnswer } from "../../../contract/inbox/outcome.ts";
import { CALL_NUMBER, phoneOf } from "../../../contract/lead/lead.ts";
import { INBOX_FIELDS } from "../fields.ts";
import { LabeledInput, Post, type LeadProps } from "../frame.tsx";
import { useInbox } from "../use-inbox.ts";

export function BookCall({
  detail,
  openTimes,
}: LeadProps & { openTimes: readonly string[] | undefined }) {
  const { calls: content, workingHours, deed, now } = useInbox();
  const { lead, version, bookings, outcome } = detail;
  if (!openTimes || comingCall(bookings, now) || needsNoAnswer(outcome)) return;
  const number = deed?.typed?.[CALL_NUMBER.input] ?? numberOf(detail);
  return (
    <details id="book" className="book" open={deed?.back.endsWith("#book")}>
      <summary>{content.book.open}</summary>
      {/* The browser checks this form, since a
          refusal would lose the chosen time. */}
      <Post
        className="ask"
        autoComplete="off"
        seen={version}
        noValidate={false}
      >
        <TimeChoice offered={openTimes} id="other-time" />
        <LabeledInput
          label={content.number}
          id="call-number"
          type="tel"
          name={CALL_NUMBER.input}
          required={workingHours.place.kind === "phone"}
          defaultValue={number}
        />
        <p>
          {phoneOf(lead.email) === undefined
            ? content.book.mailed
            : content.book.unmailed}
        </p>
        <button className="main" name={INBOX_FIELDS.callChange} value="book">
          {content.book.button}
        </button>
      </Post>
    </details>
  );
}

/**
 * The open times, or any other time. @param id of the field for any other time
 */
export function TimeChoice({
  offered,
  id,
}: {
  offered: readonly string[];
  id: string;
}) {
  const { calls, deed } = useInbox();
  const { book } = calls;
  const refused = deed?.typed?.["otherTime"];
  return (
    <>
      {offered.length > 0 && <TimesByDay times={offered} />}
      <LabeledInput
        label={book.otherTime}
        id={id}
        type="datetime-local"
        name="otherTime"
        defaultValue={refused}
      />
      {refused && <input type="hidden" name="refusedTime" value={refused} />}
    </>
  );
}

function TimesByDay({ times }: { times: readonly string[] }) {
  const { calls: content, deed } = useInbox();
  const { shortDayNameAt, timeOfDay } = useInbox();
  const { startsAt = "" } = deed?.typed ?? {};
  const days = Map.groupBy(times, shortDayNameAt);
  return (
    <fieldset className="days">
      <legend>{content.book.openTime}</legend>
      {[...days].map(([day, ofDay]) => (
        <details key={day} name="day" open={ofDay.includes(startsAt)}>
          <summary>{day}</summary>
          {ofDay.map((time) => (
            <label key={time}>
              <input
                type="radio"
                name="startsAt"
                value={time}
                defaultChecked={time === startsAt}
              />{" "}
              {timeOfDay(time)}
            </label>
          ))}
        </details>
      ))}
    </fieldset>
  );
}
