import { INBOX, TOKEN_FIELD } from "../../../contract/http/routes.ts";
import { Frame, Press, type LeadProps } from "../frame.tsx";
import { useInbox } from "../use-inbox.ts";
import { LeadFacts, LeadWords } from "../lead/lead-facts.tsx";
import { Reply, Title } from "../lead/lead-page.tsx";

/** The page that a mail's link opens. No form on this page changes the lead. */
export function MailLeadPage({ detail, token }: LeadProps & { token: string }) {
  const { leadContent } = useInbox();
  const fields = { [TOKEN_FIELD]: token };
  return (
    <Frame title={leadContent.title}>
      <Title detail={detail} />
      <div className="actions">
        <Reply detail={detail} />
        <Press
          label={leadContent.openInInbox}
          action={INBOX.askByLink}
          fields={fields}
        />
      </div>
      <div className="columns">
        <div>
          <LeadWords detail={detail} />
          <LeadFacts detail={detail} />
        </div>
      </div>
    </Frame>
  );
}
