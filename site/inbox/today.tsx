/** What is due today, at the head of the inbox. */
import { fillIn } from "../../contract/placeholders.ts";
import type { Today as DueToday } from "../../contract/leads-admin.ts";
import { PhoneLink } from "../components/phone-link.tsx";
import { LeadLink, useInbox } from "./frame.tsx";

/** Overdue answers, today's calls and follow-ups; nothing when nothing is due. */
export function Today({ today, overdue }: { today: DueToday; overdue: number }) {
  const { inbox, timeOfDay } = useInbox();
  const { today: content } = inbox;
  const { calls, followUps } = today;
  if (overdue + calls.length + followUps.length === 0) return;
  return (
    <section className="today" aria-labelledby="today">
      <h2 id="today">{content.heading}</h2>
      <ul>
        {overdue > 0 && <li className="wrong">{fillIn(content.overdue, { count: overdue })}</li>}
        {calls.map(({ id, leadId, startsAt, phone, name, companyName }) => (
          <li key={id}>
            <time dateTime={startsAt}>{timeOfDay(startsAt)}</time>{" "}
            <LeadLink id={leadId} {...{ name, companyName }} /> {phone !== "" && <PhoneLink number={phone} />}
          </li>
        ))}
        {followUps.map(({ owner, ...lead }) => (
          <li key={lead.id}>
            {content.followUp} <LeadLink {...lead} /> <Owner owner={owner} />
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Owner({ owner }: { owner: string | undefined }) {
  const { owned } = useInbox().inbox;
  return owner !== undefined && <span className="from">{fillIn(owned, { by: owner })}</span>;
}
