/** The forms that change a lead's state, owner and day. */

import { comingCall } from "../../../contract/call/booking.ts";
import { CONTACTS, numberOf } from "../../../contract/inbox/leads-admin.ts";
import { needsNoAnswer, OUTCOMES } from "../../../contract/inbox/outcome.ts";
import { DayButtons } from "../calls/day-buttons.tsx";
import { INBOX_FIELDS } from "../fields.ts";
import {
  MarkButton,
  MemberName,
  Post,
  Press,
  Section,
  type LeadProps,
} from "../frame.tsx";
import { useInbox } from "../use-inbox.ts";

export function Outcomes({ detail }: LeadProps) {
  const { leadContent } = useInbox();
  return (
    <Section id="outcome" heading={leadContent.outcome}>
      <Post className="outcomes" seen={detail.version}>
        {OUTCOMES.map((name) => (
          <MarkButton
            key={name}
            mark={name}
            aria-pressed={name === detail.outcome}
          />
        ))}
      </Post>
    </Section>
  );
}

export function Owner({ detail: { version, owner } }: LeadProps) {
  const { inbox, leadContent, me } = useInbox();
  const canTake = me && owner !== me;
  return (
    <Post id="owner" className="actions" seen={version}>
      <MemberName email={owner} sentence={inbox.owned} />
      {canTake && (
        <button className="quiet" name={INBOX_FIELDS.owner} value={me}>
          {leadContent.take}
        </button>
      )}
      {owner && (
        <button className="quiet" name={INBOX_FIELDS.action} value="given-back">
          {leadContent["given-back"]}
        </button>
      )}
    </Post>
  );
}

/**
 * Folded on a lead that is decided or has a call
 * to come, since it seldom needs a day then.
 */
export function FollowUp({ detail }: LeadProps) {
  const { leadContent, now, comingDays, shortDay } = useInbox();
  const { heading, otherDay, save } = leadContent.followUp;
  const { version, followUpOn, outcome, bookings } = detail;
  const isFolded =
    followUpOn === undefined &&
    (outcome !== undefined || comingCall(bookings, now));
  return (
    <details className="book" open={!isFolded}>
      <summary id="follow-up-on">
        {heading} {followUpOn && shortDay(followUpOn)}
      </summary>
      <Post className="actions" seen={version} aria-labelledby="follow-up-on">
        <DayButtons name={INBOX_FIELDS.followUpOn} days={comingDays} />
      </Post>
      <details>
        <summary>{otherDay}</summary>
        {/* The browser checks this form, since an
            unfinished day would be sent as no day. */}
        <Post className="actions" seen={version} noValidate={false}>
          <input
            aria-label={otherDay}
            type="date"
            name={INBOX_FIELDS.followUpOn}
            defaultValue={followUpOn}
          />
          <button id="follow-up-saved" className="quiet">
            {save}
          </button>
        </Post>
      </details>
    </details>
  );
}

export function Answered({ detail }: LeadProps) {
  const { leadContent } = useInbox();
  const { answeredAt, outcome, version } = detail;
  const reopening = needsNoAnswer(outcome) ? "not-spam" : "reopened";
  const mark = answeredAt === undefined ? "answered" : reopening;
  const isCalled =
    mark === "reopened" ||
    (mark === "answered" && numberOf(detail) !== undefined);
  return (
    <>
      <Post id="answer" className="actions" seen={version}>
        {isCalled &&
          CONTACTS.map((name) => <MarkButton key={name} mark={name} />)}
        <MarkButton
          mark={mark}
          className={mark === "reopened" ? "quiet" : undefined}
        />
      </Post>
      {isCalled && (
        <Press
          label={leadContent.noAnswer}
          name={INBOX_FIELDS.note}
          value={leadContent.noAnswer}
          className="quiet"
        />
      )}
    </>
  );
}
