import { INBOX } from "../../../contract/http/routes.ts";
import { INBOX_FIELDS } from "../fields.ts";
import {
  Frame,
  MarkButton,
  Post,
  Press,
  TimeLeft,
  type LeadProps,
} from "../frame.tsx";
import { useInbox } from "../use-inbox.ts";
import { LeadFacts, LeadWords } from "../lead/lead-facts.tsx";

/** The page of the mailed link "Mark as answered" or, for suspects, "Say whether it's spam". */
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
        <LeadWords detail={detail} />
        <LeadFacts detail={detail} />
      </Frame>
    );
  if (detail.answeredAt === undefined)
    return (
      <Frame {...answer}>
        <TimeLeft detail={detail} />
        <Press
          label={answer.button}
          name={INBOX_FIELDS.mark}
          value="answered"
          seen={detail.version}
          className="main"
        />
        <LeadWords detail={detail} />
        <LeadFacts detail={detail} />
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
      <LeadWords detail={detail} />
      <LeadFacts detail={detail} />
    </Frame>
  );
}
