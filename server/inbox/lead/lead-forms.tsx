/** The forms that change a lead's state, owner and day. */
import { hasCallToCome } from "../../../contract/call/booking.ts";
import { INBOX_FIELDS, tickOf } from "../fields.ts";
import {
  numberOf,
  type LeadDetail,
} from "../../../contract/inbox/leads-admin.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import { needsNoAnswer, OUTCOMES } from "../../../contract/inbox/outcome.ts";
import {
  MarkButton,
  MemberName,
  Post,
  Press,
  Section,
  type LeadProps,
} from "../frame.tsx";
import { useInbox } from "../use-inbox.ts";
import { DayButtons } from "../calls/day-buttons.tsx";

const markFields = (detail: LeadDetail, query: string, targetId: string) => ({
  [INBOX_FIELDS.lead]: tickOf(detail),
  [INBOX_FIELDS.back]: `${INBOX.lead(detail.lead.id)}${query}#${targetId}`,
});

export function Outcomes({ detail }: LeadProps) {
  const { leadContent, query } = useInbox();
  return (
    <Section id="outcome" heading={leadContent.outcome}>
      <Post
        action={INBOX.mark}
        className="outcomes"
        fields={markFields(detail, query, "outcome")}
      >
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

/** The server redirects to `#owner`, so one of the buttons has this id. */
export function Owner({ detail: { lead, version, owner } }: LeadProps) {
  const { inbox, leadContent, me, query } = useInbox();
  const canTake = me !== undefined && owner !== me;
  return (
    <Post
      action={INBOX.owner(lead.id) + query}
      className="actions"
      seen={version}
    >
      <MemberName email={owner} sentence={inbox.owned} />
      {canTake && (
        <button
          id="owner"
          className="quiet"
          name={INBOX_FIELDS.owner}
          value={me}
        >
          {leadContent.take}
        </button>
      )}
      {owner !== undefined && (
        <button
          id={canTake ? undefined : "owner"}
          className="quiet"
          name={INBOX_FIELDS.owner}
          value=""
        >
          {leadContent.giveBack}
        </button>
      )}
    </Post>
  );
}

/** Folded on a lead that is decided or has a call to come, since it seldom needs a day then. */
export function FollowUp({ detail }: LeadProps) {
  const { leadContent, query, now, comingDays } = useInbox();
  const { heading, otherDay, save } = leadContent.followUp;
  const { lead, version, followUpOn, outcome, bookings } = detail;
  const isFolded =
    followUpOn === undefined &&
    (outcome !== undefined || hasCallToCome(bookings, now));
  const action = INBOX.followUp(lead.id) + query;
  return (
    <details className="book" open={!isFolded}>
      <summary id="follow-up-on">{heading}</summary>
      <Post
        action={action}
        className="actions"
        seen={version}
        aria-labelledby="follow-up-on"
      >
        <DayButtons name={INBOX_FIELDS.followUpOn} days={comingDays} />
      </Post>
      <details>
        <summary>{otherDay}</summary>
        {/* The browser checks this form, since an unfinished day would be sent as no day. */}
        <Post
          action={action}
          className="actions"
          seen={version}
          noValidate={false}
        >
          <input
            aria-label={otherDay}
            id="follow-up"
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
  const { leadContent, query } = useInbox();
  const { lead, answeredAt, outcome } = detail;
  const reopening = needsNoAnswer(outcome) ? "not-spam" : "reopened";
  const mark = answeredAt === undefined ? "answered" : reopening;
  const isCalled =
    mark === "reopened" ||
    (mark === "answered" && numberOf(detail) !== undefined);
  const fields = { [INBOX_FIELDS.note]: leadContent.noAnswer };
  return (
    <>
      <Post
        action={INBOX.mark}
        className="actions"
        fields={markFields(detail, query, "answer")}
      >
        {isCalled && <MarkButton mark="reached" />}
        <MarkButton
          mark={mark}
          id="answer"
          className={mark === "reopened" ? "quiet" : undefined}
        />
      </Post>
      {isCalled && (
        <Press
          label={leadContent.noAnswer}
          action={INBOX.note(lead.id) + query}
          fields={fields}
          className="quiet"
        />
      )}
    </>
  );
}
