/**
 * These pages act only after a button press.
 * Mail scanners open links but press no buttons.
 */

import { INBOX } from "../../../contract/http/routes.ts";
import { INBOX_FIELDS } from "../fields.ts";
import { Frame, LabeledInput, Post, Press } from "../frame.tsx";
import { useInbox } from "../use-inbox.ts";

declare module "../pages.tsx" {
  interface NamedPages {
    AskPage: typeof AskPage;
    SignInPage: typeof SignInPage;
  }
}

export function SignInPage(_none: object) {
  const content = useInbox().linkPages["sign-in"];
  return (
    <Frame {...content} mailbox="mailbox-sent">
      <Press label={content.button} className="main" />
    </Frame>
  );
}

interface AskProps {
  /** The address to which a link is sent if it belongs to the team. */
  sent?: string;
  /** The page that the link opens. */
  back?: string;
  /** What was typed into a form that was sent without a sign-in. */
  typed?: string | undefined;
  /** Whether a sign-in led here: the browser did not keep its cookie. */
  isCookieLost?: boolean;
}

/** The page does not reveal whether the typed address belongs to the team. */
export function AskPage({
  sent,
  back = INBOX.path,
  typed,
  isCookieLost = false,
}: AskProps) {
  const content = useInbox().linkPages.ask;
  if (sent !== undefined)
    return (
      <Frame
        {...content.sent}
        text={
          <>
            <strong className="typed">{sent}</strong> {content.sent.text}
          </>
        }
        mailbox="mailbox-sent"
      >
        <a className="plain" href={INBOX.path}>
          {content.sent.again}
        </a>
      </Frame>
    );
  return (
    <Frame
      {...content}
      problems={isCookieLost ? [content.noCookie] : []}
      typed={typed}
      mailbox="mailbox"
    >
      <Post
        action={INBOX.ask}
        className="ask"
        fields={{ [INBOX_FIELDS.back]: back }}
      >
        <LabeledInput
          label={content.label}
          id="email"
          type="email"
          name={INBOX_FIELDS.email}
          autoComplete="email"
          required
        />
        <button className="main">{content.button}</button>
      </Post>
    </Frame>
  );
}
