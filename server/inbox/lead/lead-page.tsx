import type { ReactNode } from "react";
import { givenName } from "../../../contract/lead/given-name.ts";
import { fillIn } from "../../../contract/content/fill-in.ts";
import { INBOX_FIELDS, tickOf } from "../fields.ts";
import type { LeadDetail } from "../../../contract/inbox/leads-admin.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import { mailUrl, phoneOf } from "../../../contract/lead/lead.ts";
import { telUrl } from "../../../contract/lead/telephone.ts";
import { Frame, Section, TimeLeft } from "../frame.tsx";
import { InboxContext, useInbox } from "../use-inbox.ts";
import type { LeadProps } from "../frame.tsx";
import { LeadFacts, Notes } from "./lead-facts.tsx";
import { BookCall, type CallOffer } from "../calls/book-call.tsx";
import { LeadCalls } from "../calls/lead-calls.tsx";
import { Deliveries } from "./deliveries.tsx";
import { Answered, FollowUp, Outcomes, Owner } from "./lead-forms.tsx";
import { ChangeLine } from "../change-line.tsx";

interface LeadPageProps extends LeadProps {
  /** Addresses of the list from which the person came, and of the leads beside this lead. */
  place: {
    /** The lead's forms add this query to their addresses to preserve the position. */
    query: string;
    list: string;
    previous?: string | undefined;
    next?: string | undefined;
  };
  others: readonly LeadDetail[];
  /** The days that the page offers for a follow-up. */
  days: readonly string[];
  booking: CallOffer | undefined;
}

export function LeadPage(page: LeadPageProps) {
  const { query } = page.place;
  return (
    <InboxContext value={{ ...useInbox(), query }}>
      <Lead {...page} />
    </InboxContext>
  );
}

function Lead({ detail, place, others, days, booking }: LeadPageProps) {
  const { leadContent, query } = useInbox();
  const { lead } = detail;
  return (
    <Frame back={place.list} title={leadContent.title}>
      <Title detail={detail}>
        <nav className="actions" aria-label={leadContent.near}>
          {place.previous !== undefined && (
            <a href={place.previous}>{leadContent.previous}</a>
          )}
          {place.next !== undefined && (
            <a href={place.next}>{leadContent.next}</a>
          )}
        </nav>
      </Title>
      <div className="actions">
        <Reply lead={lead} />
        <Answered detail={detail} />
        <Owner detail={detail} />
        <a id="correct" href={INBOX.edit(lead.id) + query}>
          {leadContent.correct}
        </a>
      </div>
      <LeadCalls detail={detail} />
      <BookCall detail={detail} booking={booking} />
      <div className="columns">
        <div>
          <LeadFacts detail={detail} />
          <Others leads={others} />
        </div>
        <div>
          <Outcomes detail={detail} />
          <Notes detail={detail} />
          <FollowUp detail={detail} days={days} />
          <Deliveries detail={detail} />
          <History detail={detail} />
          <Goodbye detail={detail} list={place.list} />
        </div>
      </div>
    </Frame>
  );
}

function History({ detail: { history } }: LeadProps) {
  const { leadContent } = useInbox();
  if (history.length === 0) return;
  return (
    <details className="history">
      <summary>{leadContent.history}</summary>
      <ul className="notes">
        {history.map((change) => (
          <ChangeLine key={change.changedAt + change.kind} {...change} />
        ))}
      </ul>
    </details>
  );
}

/** Hands out or removes what the site knows of a person. */
function Goodbye({ detail, list }: LeadProps & { list: string }) {
  const { leadContent } = useInbox();
  const { id } = detail.lead;
  const ticked = {
    [INBOX_FIELDS.lead]: tickOf(detail),
    [INBOX_FIELDS.back]: list,
  };
  return (
    <p className="actions">
      <a href={INBOX.person(id)} download>
        {leadContent.exportPerson}
      </a>
      <a href={INBOX.erase(id)}>{leadContent.erasePerson}</a>
      <a href={`${INBOX.delete}?${new URLSearchParams(ticked)}`}>
        {leadContent.delete}
      </a>
    </p>
  );
}

export function Title({
  detail,
  children,
}: LeadProps & { children?: ReactNode }) {
  const { testMark } = useInbox().inbox;
  return (
    <div className="title">
      <h1 dir="auto">{detail.lead.name}</h1>
      <TimeLeft detail={detail} />
      {detail.test && <span className="badge test">{testMark}</span>}
      {children}
    </div>
  );
}

/** Mail programs accept `mailto:` links of about 2,000 characters, with address and subject. */
const MAX_ENCODED_BODY = 1_500;

/** A link that calls the visitor, or writes a mail with a greeting and a quote (RFC 6068). */
export function Reply({ lead }: Pick<LeadDetail, "lead">) {
  const { leadContent } = useInbox();
  const phone = phoneOf(lead.email);
  if (phone !== undefined)
    return (
      <a className="main" href={telUrl(phone)}>
        {fillIn(leadContent.call, { number: phone })}
      </a>
    );
  const name = givenName(lead.name);
  const quoted = lead.problems.split("\n").map((line) => `> ${line}`);
  const greeting = name
    ? fillIn(leadContent.greeting, { name })
    : leadContent.greetingWithoutName;
  const text = [greeting, "", "", ...quoted].join("\r\n").toWellFormed();
  let body = "";
  for (const character of text) {
    const encoded = encodeURIComponent(character);
    if (body.length + encoded.length > MAX_ENCODED_BODY) break;
    body += encoded;
  }
  const query = `subject=${encodeURIComponent(leadContent.replySubject)}&body=${body}`;
  return (
    <a className="main" href={`${mailUrl(lead.email)}?${query}`}>
      {leadContent.reply}
    </a>
  );
}

function Others({ leads }: { leads: readonly LeadDetail[] }) {
  const { leadContent, moment } = useInbox();
  if (leads.length === 0) return;
  return (
    <Section id="others" heading={leadContent.others}>
      <ul className="notes">
        {leads.map((detail) => (
          <li key={detail.lead.id}>
            <a href={INBOX.lead(detail.lead.id)}>
              {moment(detail.lead.created_at)}
            </a>{" "}
            <TimeLeft detail={detail} />
            <p className="clamped" dir="auto">
              {detail.lead.problems}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
