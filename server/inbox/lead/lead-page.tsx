import type { ReactNode } from "react";
import { givenName } from "../../../contract/lead/given-name.ts";
import { fillIn } from "../../../contract/content/fill-in.ts";
import { INBOX_FIELDS, tickOf } from "../fields.ts";
import type {
  DeliveryLine,
  LeadDetail,
} from "../../../contract/inbox/leads-admin.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import { mailUrl, phoneOf } from "../../../contract/lead/lead.ts";
import { telUrl } from "../../../contract/lead/telephone.ts";
import {
  needsNoAnswer,
  OUTCOMES_BY_HAND,
} from "../../../contract/inbox/outcome.ts";
import {
  Frame,
  InboxContext,
  MarkButton,
  MemberName,
  Post,
  Press,
  Section,
  TimeLeft,
  useInbox,
} from "../frame.tsx";
import type { LeadProps } from "../frame.tsx";
import { LeadFacts, Notes } from "./lead-facts.tsx";
import {
  BookCall,
  DayButtons,
  LeadCalls,
  type CallOffer,
} from "../calls/lead-calls.tsx";
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
  const { lead, history } = detail;
  const ticked = {
    [INBOX_FIELDS.lead]: tickOf(detail),
    [INBOX_FIELDS.back]: place.list,
  };
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
          {history.length > 0 && (
            <details className="history">
              <summary>{leadContent.history}</summary>
              <ul className="notes">
                {history.map((change) => (
                  <ChangeLine
                    key={change.changedAt + change.kind}
                    {...change}
                  />
                ))}
              </ul>
            </details>
          )}
          <p className="actions">
            <a href={INBOX.person(lead.id)} download>
              {leadContent.exportPerson}
            </a>
            <a href={INBOX.erase(lead.id)}>{leadContent.erasePerson}</a>
            <a href={`${INBOX.delete}?${new URLSearchParams(ticked)}`}>
              {leadContent.delete}
            </a>
          </p>
        </div>
      </div>
    </Frame>
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

const markFields = (detail: LeadDetail, query: string, targetId: string) => ({
  [INBOX_FIELDS.lead]: tickOf(detail),
  [INBOX_FIELDS.back]: `${INBOX.lead(detail.lead.id)}${query}#${targetId}`,
});

function Outcomes({ detail }: LeadProps) {
  const { leadContent, query } = useInbox();
  return (
    <Section id="outcome" heading={leadContent.outcome}>
      <Post
        action={INBOX.mark}
        className="outcomes"
        fields={markFields(detail, query, "outcome")}
      >
        {OUTCOMES_BY_HAND.map((name) => (
          <MarkButton
            key={name}
            mark={name}
            aria-pressed={name === detail.outcome}
          />
        ))}
      </Post>
    </Section>
  );
}

/** The server redirects to `#owner`, so one of the buttons has this id. */
function Owner({ detail: { lead, version, owner } }: LeadProps) {
  const { inbox, leadContent, me, query } = useInbox();
  const canTake = me !== undefined && owner !== me;
  return (
    <Post
      action={INBOX.owner(lead.id) + query}
      className="actions"
      seen={version}
    >
      <MemberName email={owner} sentence={inbox.owned} />
      {canTake && (
        <button
          id="owner"
          className="quiet"
          name={INBOX_FIELDS.owner}
          value={me}
        >
          {leadContent.take}
        </button>
      )}
      {owner !== undefined && (
        <button
          id={canTake ? undefined : "owner"}
          className="quiet"
          name={INBOX_FIELDS.owner}
          value=""
        >
          {leadContent.giveBack}
        </button>
      )}
    </Post>
  );
}

function FollowUp({ detail, days }: LeadProps & { days: readonly string[] }) {
  const { leadContent, query } = useInbox();
  const { heading, otherDay, save } = leadContent.followUp;
  const { lead, version, followUpOn } = detail;
  const action = INBOX.followUp(lead.id) + query;
  return (
    <Section id="follow-up-on" heading={heading}>
      <Post
        action={action}
        className="actions"
        seen={version}
        aria-labelledby="follow-up-on"
      >
        <DayButtons name={INBOX_FIELDS.followUpOn} days={days} />
      </Post>
      {/* The browser checks this form, since an unfinished day would be sent as no day. */}
      <Post
        action={action}
        className="actions"
        seen={version}
        noValidate={false}
      >
        <label htmlFor="follow-up">{otherDay}</label>
        <input
          id="follow-up"
          type="date"
          name={INBOX_FIELDS.followUpOn}
          defaultValue={followUpOn}
        />
        <button id="follow-up-saved" className="quiet">
          {save}
        </button>
      </Post>
    </Section>
  );
}

function Answered({ detail }: LeadProps) {
  const { query } = useInbox();
  const reopening = needsNoAnswer(detail.outcome) ? "not-spam" : "reopened";
  const mark = detail.answeredAt === undefined ? "answered" : reopening;
  return (
    <Post action={INBOX.mark} fields={markFields(detail, query, "answer")}>
      <MarkButton
        mark={mark}
        id="answer"
        className={mark === "reopened" ? "quiet" : undefined}
      />
    </Post>
  );
}

function Deliveries({ detail }: LeadProps) {
  const { leadContent } = useInbox();
  // On a lead that may be spam, a cancelled delivery waits for a person's judgement.
  const isShown = ({ state }: DeliveryLine) =>
    state !== "cancelled" || needsNoAnswer(detail.outcome);
  return (
    <Section id="deliveries" heading={leadContent.deliveries}>
      <ul className="deliveries">
        {detail.deliveries.filter(isShown).map((delivery) => (
          <Delivery key={delivery.id} detail={detail} {...delivery} />
        ))}
      </ul>
    </Section>
  );
}

function Delivery({ detail, ...delivery }: DeliveryLine & LeadProps) {
  const { leadContent, moment, plural, query } = useInbox();
  const { id, kind, target, state, attempts, nextAt, sentAt, lastError } =
    delivery;
  const when = state === "due" ? nextAt : sentAt;
  const action = INBOX.revive(detail.lead.id, id) + query;
  return (
    <li className={state}>
      <p>
        <strong>{leadContent.kinds[kind] ?? kind}</strong> {target}
      </p>
      <p className="when">
        {state === "cancelled"
          ? leadContent.waitsForReview
          : leadContent.states[state]}
        {when !== undefined && `, ${moment(when)}`}
        {attempts > 0 && `, ${plural(leadContent.tries, attempts)}`}
      </p>
      {lastError !== undefined && <p className="fault">{lastError}</p>}
      {state === "dead" && (
        <Press label={leadContent.revive} action={action} className="quiet" />
      )}
    </li>
  );
}
