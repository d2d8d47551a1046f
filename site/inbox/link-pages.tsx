/** These pages act only after a button press. Mail scanners open links but press no buttons. */
import type { ReactNode } from "react";
import { VISITOR } from "../../contract/delivery.ts";
import { memberName } from "../../contract/member-name.ts";
import { fillIn } from "../../contract/fill-in.ts";
import { TOKEN_FIELD, INBOX } from "../../contract/routes.ts";
import { whoIs } from "../../contract/lead.ts";
import { INBOX_FIELDS, tickOf, type InboxViews } from "../../contract/inbox.ts";
import type { LeadDetail, Change } from "../../contract/leads-admin.ts";
import { getsCallMails } from "./calls.tsx";
import { Folded, Frame, MarkButton, Post, Press, TimeLeft, useInbox } from "./frame.tsx";
import { LeadFacts } from "./lead-facts.tsx";

export function AnswerPage({ detail }: InboxViews["answer"]) {
  const { inbox, leadContent, linkPages } = useInbox();
  const { heading, text, button } = linkPages.answer;
  if (detail.outcome === "suspected")
    return (
      <Frame heading={linkPages.judge.heading} text={linkPages.judge.text}>
        <Post className="actions" seen={detail.version}>
          <MarkButton mark="not-spam" className="main" />
          <MarkButton mark="spam" />
        </Post>
        <LeadFacts detail={detail} />
      </Frame>
    );
  if (detail.answeredAt === undefined)
    return (
      <Frame heading={heading} text={text}>
        <TimeLeft detail={detail} />
        <Press label={button} seen={detail.version} className="main" />
        <LeadFacts detail={detail} />
      </Frame>
    );
  return (
    <Frame heading={linkPages.answered}>
      {detail.outcome === undefined && (
        <div className="actions">
          <Press label={inbox.undo} fields={{ [INBOX_FIELDS.mark]: "reopened" }} seen={detail.version} />
          <a href={INBOX.lead(detail.lead.id)}>{leadContent.openInInbox}</a>
        </div>
      )}
      <LeadFacts detail={detail} />
    </Frame>
  );
}

export function DeletePage({ leads, team, back, total }: InboxViews["delete"]) {
  const { inbox, linkPages, plural } = useInbox();
  const content = linkPages.delete;
  const only = leads.length === 1 ? leads[0] : undefined;
  const fields = { [INBOX_FIELDS.lead]: leads.map(tickOf).join(" "), [INBOX_FIELDS.back]: back };
  const heading = total === undefined ? content.heading : plural(inbox.all.heading, leads.length);
  return (
    <Frame back={back} heading={heading}>
      {total !== undefined && total > leads.length && (
        <p>{fillIn(inbox.all.more, { count: leads.length, total })}</p>
      )}
      {total === undefined && <Leads leads={leads} />}
      <Cancellations leads={leads} team={team} />
      <p>{content.text}</p>
      <Post action={INBOX.delete} className="actions" fields={fields}>
        {total !== undefined && <MarkButton mark="spam" formAction={INBOX.mark} />}
        <button className="danger">{content.button}</button>
        <a href={only ? INBOX.lead(only.lead.id) : back}>{content.keep}</a>
      </Post>
    </Frame>
  );
}

export function ErasePage({ id, leads, numbers, team }: InboxViews["erase"]) {
  const { linkPages } = useInbox();
  const { erase } = linkPages;
  const count = (parts: (lead: LeadDetail) => readonly unknown[]) => leads.flatMap(parts).length;
  const counts = {
    leads: leads.length,
    notes: count(({ notes }) => notes),
    calls: count(({ bookings }) => bookings),
    deliveries: count(({ deliveries }) => deliveries),
  };
  return (
    <Frame back={INBOX.lead(id)} heading={erase.heading}>
      <Leads leads={leads} />
      {numbers.length > 0 ? (
        <p className="alarm">{fillIn(erase.numbers, { numbers: numbers.join(", ") })}</p>
      ) : (
        <>
          <p>{fillIn(erase.text, counts)}</p>
          <Cancellations leads={leads} team={team} />
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

function Cancellations({ leads, team }: Pick<InboxViews["delete"], "leads" | "team">) {
  const { linkPages, now, callTime } = useInbox();
  return leads.flatMap((detail) => {
    const { lead, bookings } = detail;
    const addresses = (getsCallMails(detail) ? [lead.email, ...team] : team).join(", ");
    const coming = bookings.filter(({ state, startsAt }) => state === "booked" && startsAt > now);
    return coming.map(({ id, startsAt }) => (
      <p key={id} className="alarm">
        <strong dir="auto">{lead.name}</strong>:{" "}
        {fillIn(linkPages.cancels, { time: callTime(startsAt), addresses })}
      </p>
    ));
  });
}

function Leads({ leads }: { leads: readonly LeadDetail[] }) {
  const { moment } = useInbox();
  return (
    <ul className="asked">
      {leads.map(({ lead }) => (
        <li key={lead.id}>
          <strong dir="auto">{whoIs(lead)}</strong>, {moment(lead.created_at)}
        </li>
      ))}
    </ul>
  );
}

export function SignInPage({ token }: InboxViews["sign-in"]) {
  const content = useInbox().linkPages["sign-in"];
  const fields = { [TOKEN_FIELD]: token };
  return (
    <Frame heading={content.heading} text={content.text}>
      <Press label={content.button} action={INBOX.signIn} fields={fields} className="main" />
    </Frame>
  );
}

/** The page does not reveal whether the typed address belongs to the team. */
export function AskPage({ sent }: InboxViews["ask"]) {
  const content = useInbox().linkPages.ask;
  if (sent) return <Notice {...content.sent} linkText={content.sent.again} />;
  return (
    <Frame heading={content.heading} text={content.text}>
      <Post action={INBOX.ask} className="ask">
        <label htmlFor="email">{content.label}</label>
        <input id="email" type="email" name={INBOX_FIELDS.email} autoComplete="email" required />
        <button className="main">{content.button}</button>
      </Post>
    </Frame>
  );
}

export function InboxErrorPage({ reason, tooLong }: InboxViews["error"]) {
  const { errors, ask } = useInbox().linkPages;
  return (
    <Notice {...errors[reason]} linkText={ask.open}>
      {tooLong && (
        <p>
          <textarea rows={12} aria-label={errors[reason].heading} defaultValue={tooLong} />
        </p>
      )}
    </Notice>
  );
}

type NoticeProps = Record<"heading" | "text" | "linkText", string> & { children?: ReactNode };

function Notice({ heading, text, linkText, children }: NoticeProps) {
  return (
    <Frame heading={heading} text={text}>
      {children}
      <p>
        <a href={INBOX.path}>{linkText}</a>
      </p>
    </Frame>
  );
}

export function StalePage({ leads, fields, back }: InboxViews["stale"]) {
  const { stale } = useInbox().linkPages;
  const wanted = leads[0]?.wanted;
  return (
    <Frame back={back} heading={stale.heading} text={stale.text}>
      {leads.map(({ leadId, name, changes }) => (
        <section key={leadId} aria-label={name}>
          <h2 dir="auto">{name}</h2>
          <ul>
            {changes.map((change) => (
              <ChangeLine key={change.changedAt + change.kind} {...change} />
            ))}
          </ul>
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

export function ChangeLine(change: Change) {
  const { linkPages, moment } = useInbox();
  const { who, visitor, nobody } = linkPages.stale;
  const { author, changedAt, reason } = change;
  const member = author === undefined ? nobody : memberName(author);
  const by = author === VISITOR ? visitor : member;
  return (
    <li>
      <strong>
        <ChangeText {...change} />
      </strong>{" "}
      {fillIn(who, { by, time: moment(changedAt) })}
      {reason !== undefined && change.kind !== "follow-up" && (
        <p className="said" dir="auto">
          <Folded text={reason} />
        </p>
      )}
    </li>
  );
}

function ChangeText({ kind, startsAt, reason }: Change) {
  const { linkPages, callTime, shortDay } = useInbox();
  const name = linkPages.stale.changes[kind];
  if (kind === "follow-up" && reason !== undefined) return `${name}: ${shortDay(reason)}`;
  return startsAt === undefined ? name : `${name}: ${callTime(startsAt)}`;
}
