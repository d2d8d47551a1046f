/** Pages that say why the inbox did not do what somebody wanted. */

import { INBOX } from "../../contract/http/routes.ts";
import type { InboxError } from "../../contract/inbox/inbox-names.ts";
import type { Stale } from "../../contract/inbox/leads-admin.ts";
import { changeLines, ChangeText } from "./change-line.tsx";
import { Frame, Post } from "./frame.tsx";
import { useInbox } from "./use-inbox.ts";

declare module "./pages.tsx" {
  interface NamedPages {
    InboxErrorPage: typeof InboxErrorPage;
    StalePage: typeof StalePage;
  }
}

interface ErrorProps {
  reason: InboxError;
  typed: string;
}

export function InboxErrorPage({ reason, typed }: ErrorProps) {
  const { errors, ask } = useInbox().linkPages;
  return (
    <Frame {...errors[reason]} mailbox="mailbox-bare" typed={typed}>
      {/* Else a link that another device used would say: no cookie. */}
      <a className="main" href={INBOX.path} rel="noreferrer">
        {ask.heading}
      </a>
    </Frame>
  );
}

interface StaleProps {
  leads: readonly Stale[];
  fields: Readonly<Record<string, string>>;
  back: string;
}

export function StalePage({ leads, fields, back }: StaleProps) {
  const { stale } = useInbox().linkPages;
  const wanted = leads[0]?.wanted;
  return (
    <Frame {...stale} back={back}>
      {leads.map(({ leadId, name, changes }) => (
        <section key={leadId} aria-label={name}>
          <h2 dir="auto">{name}</h2>
          <ul>{changeLines(changes)}</ul>
        </section>
      ))}
      <Post className="actions asked" fields={fields}>
        <button className="main">
          {stale.anyway} {wanted && <ChangeText {...wanted} />}
        </button>
        <a href={back}>{stale.keep}</a>
      </Post>
    </Frame>
  );
}
