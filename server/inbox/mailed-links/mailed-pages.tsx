/** The pages behind links of mails, which change one lead without a sign-in. */

import { isUnsaid, type Booking } from "../../../contract/call/booking.ts";
import { fillIn } from "../../../contract/content/fill-in.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import { isMissedMailed } from "../calls/lead-calls.tsx";
import { INBOX_FIELDS } from "../fields.ts";
import {
  Frame,
  MarkButton,
  Post,
  Press,
  TimeLeft,
  type LeadProps,
} from "../frame.tsx";
import { LeadFacts, LeadWords } from "../lead/lead-facts.tsx";
import { FollowUp, Outcomes } from "../lead/lead-forms.tsx";
import { Reply, Title } from "../lead/lead-page.tsx";
import { useInbox } from "../use-inbox.ts";

declare module "../pages.tsx" {
  interface NamedPages {
    AnswerPage: typeof AnswerPage;
    CallOverPage: typeof CallOverPage;
    MailLeadPage: typeof MailLeadPage;
  }
}

function AboutLead({ detail }: LeadProps) {
  return (
    <>
      <LeadWords detail={detail} />
      <LeadFacts detail={detail} />
    </>
  );
}

/** The page that a mail's link opens. No form on this page changes the lead. */
export function MailLeadPage({ detail }: LeadProps) {
  const { leadContent } = useInbox();
  return (
    <Frame title={leadContent.title}>
      <Title detail={detail} />
      <div className="actions">
        <Reply detail={detail} />
        <Press label={leadContent.openInInbox} />
      </div>
      <div className="columns">
        <div>
          <AboutLead detail={detail} />
        </div>
      </div>
    </Frame>
  );
}

/**
 * The page of the mailed link "Mark as answered"
 * or, for suspects, "Say whether it's spam".
 */
export function AnswerPage({ detail }: LeadProps) {
  const { inbox, leadContent, linkPages } = useInbox();
  const { answer, judge } = linkPages;
  if (detail.outcome === "suspected")
    return (
      <Frame {...judge}>
        <Post className="actions" seen={detail.version}>
          <MarkButton mark="not-spam" className="main" />
          <MarkButton mark="spam" />
        </Post>
        <AboutLead detail={detail} />
      </Frame>
    );
  if (detail.answeredAt === undefined)
    return (
      <Frame {...answer}>
        <TimeLeft detail={detail} />
        <Post seen={detail.version}>
          <MarkButton mark="answered" className="main" />
        </Post>
        <AboutLead detail={detail} />
      </Frame>
    );
  return (
    <Frame heading={linkPages.answered}>
      {detail.outcome === undefined && (
        <div className="actions">
          <Press
            label={inbox.undo}
            name={INBOX_FIELDS.mark}
            value="reopened"
            seen={detail.version}
          />
          <a href={INBOX.lead(detail.lead.id)}>{leadContent.openInInbox}</a>
        </div>
      )}
      <AboutLead detail={detail} />
    </Frame>
  );
}

interface CallOverProps extends LeadProps {
  call: Booking;
  /** What the link says. The page asks before the site believes it. */
  said: "came" | "missed";
}

/**
 * The page of the mailed links that say whether
 * the visitor came, and then what came of it.
 */
export function CallOverPage({ detail, call, said }: CallOverProps) {
  const { calls: content, leadContent, linkPages, ...inbox } = useInbox();
  const { version: seen, lead } = detail;
  const time = inbox.callTime(call.startsAt);
  const title = fillIn(linkPages.callOver, { name: lead.name, time });
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
      <Outcomes detail={detail} />
      <FollowUp detail={detail} />
      <a href={INBOX.lead(lead.id)}>{leadContent.openInInbox}</a>
    </Frame>
  );
}
