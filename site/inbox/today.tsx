/** What is due today, in one line above the leads. */
import { fillIn } from "../../contract/placeholders.ts";
import { memberName } from "../../contract/member-name.ts";
import type { Today as DueToday } from "../../contract/leads-admin.ts";
import { INBOX } from "../../contract/routes.ts";
import { useInbox } from "./frame.tsx";

/** Today's calls and follow-ups; nothing when nothing is due. */
export function Today({ today: { calls, followUps } }: { today: DueToday }) {
  const { inbox, timeOfDay } = useInbox();
  const { today: content } = inbox;
  if (calls.length + followUps.length === 0) return;
  return (
    <section className="today" aria-label={content.heading}>
      <strong>{content.heading}</strong>
      <ul>
        {calls.map(({ id, leadId, startsAt, name }) => (
          <li key={id}>
            <time dateTime={startsAt}>{timeOfDay(startsAt)}</time>{" "}
            <a href={INBOX.lead(leadId)} dir="auto">
              {name}
            </a>
          </li>
        ))}
        {followUps.map(({ id, name }) => (
          <li key={id}>
            {content.followUp}{" "}
            <a href={INBOX.lead(id)} dir="auto">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Owner({ owner }: { owner: string | undefined }) {
  const { owned } = useInbox().inbox;
  return (
    owner !== undefined && (
      <span className="from" title={owner}>
        {fillIn(owned, { by: memberName(owner) })}
      </span>
    )
  );
}
