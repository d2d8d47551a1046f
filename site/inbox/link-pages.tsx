/** The pages behind signed links. Each asks first: a mail scanner opens links, but presses no button. */
import { INBOX, type InboxView, type LeadDetail } from "../../contract/inbox.ts";
import { linkPages } from "../content/inbox.ts";
import { Frame, TimeLeft } from "./frame.tsx";
import { LeadFacts } from "./lead-page.tsx";

interface AnswerPageProps {
  detail: LeadDetail;
  action: string;
  now: string;
  timeZone: string;
}

export function AnswerPage({ detail, action, now, timeZone }: AnswerPageProps) {
  const words = linkPages.answer;
  return (
    <Frame entered={false}>
      {detail.answeredAt === undefined ? (
        <>
          <h1>{words.heading}</h1>
          <p>{words.text}</p>
          <TimeLeft now={now} dueAt={detail.dueAt} answeredAt={detail.answeredAt} />
          <form method="post" action={action}>
            <button className="main">{words.button}</button>
          </form>
        </>
      ) : (
        <h1>{linkPages.answered}</h1>
      )}
      <LeadFacts detail={detail} timeZone={timeZone} />
    </Frame>
  );
}

export function EnterPage({ action, token }: { action: string; token: string }) {
  const words = linkPages.enter;
  return (
    <Frame entered={false}>
      <h1>{words.heading}</h1>
      <p>{words.text}</p>
      <form method="post" action={action}>
        <input type="hidden" name={INBOX.tokenField} value={token} />
        <button className="main">{words.button}</button>
      </form>
    </Frame>
  );
}

type Refused = Extract<InboxView, { view: "refused" }>;

export function RefusedPage({ reason, entered }: Pick<Refused, "reason" | "entered">) {
  const words = linkPages.refused[reason];
  return (
    <Frame entered={entered} back>
      <h1>{words.heading}</h1>
      <p>{words.text}</p>
    </Frame>
  );
}
