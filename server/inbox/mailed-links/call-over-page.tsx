import { fillIn } from "../../../contract/content/fill-in.ts";
import { isUnsaid, type Booking } from "../../../contract/call/booking.ts";
import { DECIDED_OUTCOMES } from "../../../contract/inbox/outcome.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import { DayButtons } from "../calls/day-buttons.tsx";
import { isMissedMailed } from "../calls/lead-calls.tsx";
import { INBOX_FIELDS } from "../fields.ts";
import { Frame, MarkButton, Post, Press, type LeadProps } from "../frame.tsx";
import { useInbox } from "../use-inbox.ts";

interface CallOverProps extends LeadProps {
  call: Booking;
  /** What the link says. The page asks before the site believes it. */
  said: "came" | "missed";
}

/** The page of the mailed links that say whether the visitor came, and then what came of it. */
export function CallOverPage({ detail, call, said }: CallOverProps) {
  const { calls: content, leadContent, linkPages, ...inbox } = useInbox();
  const { version: seen, lead } = detail;
  const { heading, text } = linkPages.callOver;
  const time = inbox.callTime(call.startsAt);
  const title = fillIn(heading, { name: lead.name, time });
  if (isUnsaid(call, inbox.now))
    return (
      <Frame title={content.asked}>
        <h1 dir="auto">{title}</h1>
        {said === "missed" && (
          <p>
            {isMissedMailed(detail, inbox.workingHours)
              ? content.changes.missed.mailed
              : content.unmailed}
          </p>
        )}
        <Press
          label={said === "came" ? content.came : content.changes.missed.button}
          seen={seen}
          className="main"
        />
      </Frame>
    );
  return (
    <Frame title={content.asked}>
      <h1 dir="auto">{`${content.states[call.state]}: ${lead.name}, ${time}`}</h1>
      {detail.outcome === undefined ? (
        <>
          <p>{text}</p>
          <Post className="actions" seen={seen}>
            {DECIDED_OUTCOMES.map((mark) => (
              <MarkButton key={mark} mark={mark} />
            ))}
          </Post>
          <Post className="actions" seen={seen}>
            <span>{leadContent.followUp.heading}</span>
            <DayButtons
              name={INBOX_FIELDS.followUpOn}
              days={inbox.comingDays}
            />
          </Post>
        </>
      ) : (
        <p>{leadContent.outcomes[detail.outcome]}</p>
      )}
      {detail.followUpOn !== undefined && (
        <p>
          {leadContent.followUp.heading} {inbox.shortDay(detail.followUpOn)}
        </p>
      )}
      <a href={INBOX.lead(lead.id)}>{leadContent.openInInbox}</a>
    </Frame>
  );
}
