/** The pages behind links. Each asks first: a mail scanner opens links, but presses no button. */
import { fillIn } from "../../contract/mail.ts";
import { TOKEN_FIELD, INBOX } from "../../contract/routes.ts";
import { INBOX_FIELDS, tickOf, type InboxViews } from "../../contract/inbox.ts";
import type { LeadDetail } from "../../contract/leads-admin.ts";
import { Frame, Post, TimeLeft, useInbox } from "./frame.tsx";
import { LeadFacts } from "./lead-facts.tsx";

export function AnswerPage({ detail, action }: InboxViews["answer"]) {
  const { linkPages } = useInbox();
  const content = linkPages.answer;
  return (
    <Frame signedIn={false}>
      {detail.answeredAt === undefined ? (
        <>
          <h1>{content.heading}</h1>
          <p>{content.text}</p>
          <TimeLeft dueAt={detail.dueAt} answeredAt={detail.answeredAt} />
          <Post action={action} seen={detail.version}>
            <button className="main">{content.button}</button>
          </Post>
        </>
      ) : (
        <h1>{linkPages.answered}</h1>
      )}
      <LeadFacts detail={detail} />
    </Frame>
  );
}

export function DeletePage({ leads, back }: InboxViews["delete"]) {
  const content = useInbox().linkPages.delete;
  const [only, another] = leads;
  return (
    <Frame signedIn back={back}>
      <h1>{content.heading}</h1>
      <ul className="asked">
        {leads.map(({ lead }) => (
          <li key={lead.id}>
            <strong dir="auto">{lead.name}</strong>, <span dir="auto">{lead.company_name}</span>
          </li>
        ))}
      </ul>
      <p>{content.text}</p>
      <Post action={INBOX.delete} className="actions">
        <input
          type="hidden"
          name={INBOX_FIELDS.lead}
          value={leads.map(({ lead: { id }, version }) => tickOf({ id, version })).join(" ")}
        />
        <input type="hidden" name={INBOX_FIELDS.back} value={back} />
        <button className="danger">{content.button}</button>
        <a href={only && !another ? INBOX.lead(only.lead.id) : back}>{content.keep}</a>
      </Post>
    </Frame>
  );
}

/** Names what will be gone; or says why a number is not enough to tell a person. */
export function ErasePage({ id, leads, numbers }: InboxViews["erase"]) {
  const { linkPages, moment } = useInbox();
  const { erase } = linkPages;
  const count = (of: (one: LeadDetail) => readonly unknown[]) => String(leads.flatMap(of).length);
  return (
    <Frame signedIn back={INBOX.lead(id)}>
      <h1>{erase.heading}</h1>
      <ul className="asked">
        {leads.map(({ lead }) => (
          <li key={lead.id}>
            <strong dir="auto">{lead.name}</strong>, <span dir="auto">{lead.company_name}</span>,{" "}
            {moment(lead.created_at)}
          </li>
        ))}
      </ul>
      {numbers.length > 0 ? (
        <p className="alarm">{erase.numbers.replace("{numbers}", numbers.join(", "))}</p>
      ) : (
        <>
          <p>
            {fillIn(erase.text, {
              leads: String(leads.length),
              notes: count(({ notes }) => notes),
              calls: count(({ bookings }) => bookings),
              deliveries: count(({ deliveries }) => deliveries),
            })}
          </p>
          <p>{erase.copies}</p>
          <Post action={INBOX.erase(id)} className="actions">
            <button className="danger">{erase.button}</button>
            <a href={INBOX.lead(id)}>{linkPages.delete.keep}</a>
          </Post>
        </>
      )}
    </Frame>
  );
}

export function SignInPage({ action, token }: InboxViews["sign-in"]) {
  const content = useInbox().linkPages["sign-in"];
  return (
    <Frame signedIn={false}>
      <h1>{content.heading}</h1>
      <p>{content.text}</p>
      <Post action={action}>
        <input type="hidden" name={TOKEN_FIELD} value={token} />
        <button className="main">{content.button}</button>
      </Post>
    </Frame>
  );
}

/** For a signed-out person. Its confirmation does not reveal whether the address belongs to the team. */
export function AskPage({ sent }: InboxViews["ask"]) {
  const content = useInbox().linkPages.ask;
  if (sent) return <Notice {...content.sent} />;
  return (
    <Frame signedIn={false}>
      <h1>{content.heading}</h1>
      <p>{content.text}</p>
      <Post action={INBOX.ask} className="ask">
        <label htmlFor="email">{content.label}</label>
        <input id="email" type="email" name={INBOX_FIELDS.email} autoComplete="email" required />
        <button className="main">{content.button}</button>
      </Post>
      <p>{content.commandLine}</p>
    </Frame>
  );
}

export function InboxErrorPage({ reason, signedIn }: InboxViews["error"]) {
  const { errors, ask } = useInbox().linkPages;
  return <Notice {...errors[reason]} again={signedIn ? undefined : ask.open} />;
}

/** @param again text of the link to request another; without it, this device is signed in */
function Notice({ heading, text, again }: { heading: string; text: string; again: string | undefined }) {
  return (
    <Frame signedIn={again === undefined} back={INBOX.path}>
      <h1>{heading}</h1>
      <p>{text}</p>
      {again !== undefined && (
        <p>
          <a href={INBOX.path}>{again}</a>
        </p>
      )}
    </Frame>
  );
}
