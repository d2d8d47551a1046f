import { comingCall } from "../../../contract/call/booking.ts";
import { fillIn } from "../../../contract/content/fill-in.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import {
  numberOf,
  type LeadDetail,
} from "../../../contract/inbox/leads-admin.ts";
import { givenName } from "../../../contract/lead/given-name.ts";
import { mailUrl, phoneOf } from "../../../contract/lead/lead.ts";
import { telUrl } from "../../../contract/lead/telephone.ts";
import { BookCall } from "../calls/book-call.tsx";
import { LatestCall, LeadCalls } from "../calls/lead-calls.tsx";
import { changeLines } from "../change-line.tsx";
import { INBOX_FIELDS, tickOf } from "../fields.ts";
import {
  Again,
  Frame,
  LeadLink,
  Press,
  TimeLeft,
  type LeadProps,
} from "../frame.tsx";
import { useInbox } from "../use-inbox.ts";
import { Deliveries } from "./deliveries.tsx";
import { LeadFacts, LeadWords, Notes } from "./lead-facts.tsx";
import { Answered, FollowUp, Outcomes, Owner } from "./lead-forms.tsx";

declare module "../pages.tsx" {
  interface NamedPages {
    LeadPage: typeof LeadPage;
  }
}

interface LeadPageProps extends LeadProps {
  /**
   * What narrows the list from which the person came, as its address says it.
   */
  query: string;
  others: readonly LeadDetail[];
  /** Undefined if the scheduling page is on another site. */
  openTimes: readonly string[] | undefined;
}

export function LeadPage({ detail, query, others, openTimes }: LeadPageProps) {
  const { leadContent } = useInbox();
  const list = INBOX.path + query;
  return (
    <Frame back={list} title={leadContent.title}>
      <Title detail={detail} />
      <div className="actions">
        <Reply detail={detail} />
        <Answered detail={detail} />
        <Owner detail={detail} />
      </div>
      <div className="columns">
        <div>
          <LeadWords detail={detail} />
          <LeadCalls detail={detail} openTimes={openTimes ?? []} />
          <Others leads={others} />
        </div>
        <div>
          <Outcomes detail={detail} />
          <FollowUp detail={detail} />
          <BookCall detail={detail} openTimes={openTimes} />
          <Notes detail={detail} />
        </div>
        <div>
          <details>
            <summary>{leadContent.about}</summary>
            <LeadFacts detail={detail} />
            <a id="correct" href={INBOX.edit(detail.lead.id) + query}>
              {leadContent.correct}
            </a>
          </details>
          <details>
            <summary>{leadContent.deliveries}</summary>
            <Deliveries detail={detail} />
          </details>
          <History detail={detail} />
          <details>
            <summary>{leadContent.goodbye}</summary>
            <Goodbye detail={detail} list={list} />
          </details>
        </div>
      </div>
    </Frame>
  );
}

function History({ detail: { history } }: LeadProps) {
  const { leadContent } = useInbox();
  if (history.length === 0) return;
  return (
    <details>
      <summary>{leadContent.history}</summary>
      <ul className="notes">{changeLines(history)}</ul>
    </details>
  );
}

/** Hands out or removes what the site knows of a person. */
function Goodbye({ detail, list }: LeadProps & { list: string }) {
  const { leadContent, linkPages } = useInbox();
  const { id } = detail.lead;
  const ticked = {
    [INBOX_FIELDS.lead]: tickOf(detail),
    [INBOX_FIELDS.back]: list,
  };
  return (
    <p className="actions">
      <a href={INBOX.person(id)}>{linkPages.person.heading}</a>
      <a href={INBOX.erase(id)}>{leadContent.erasePerson}</a>
      <a href={`${INBOX.delete}?${new URLSearchParams(ticked)}`}>
        {leadContent.delete}
      </a>
    </p>
  );
}

export function Title({ detail }: LeadProps) {
  const { testMark } = useInbox().inbox;
  return (
    <div className="title">
      <h1 dir="auto">{detail.lead.name}</h1>
      <TimeLeft detail={detail} />
      <Again detail={detail} />
      {detail.test && <span className="badge test">{testMark}</span>}
    </div>
  );
}

/**
 * Mail programs accept `mailto:` links of about
 * 2,000 characters, with address and subject.
 */
const MAX_ENCODED_BODY = 1_500;

/**
 * Links that call the visitor, or write a mail
 * with a greeting and a quote (RFC 6068).
 */
export function Reply({ detail }: LeadProps) {
  const { leadContent, localNumber } = useInbox();
  const number = numberOf(detail);
  return (
    <>
      {number && (
        <a className="main" href={telUrl(number)}>
          {fillIn(leadContent.call, { number: localNumber(number) })}
        </a>
      )}
      {phoneOf(detail.lead.email) === undefined && (
        <WriteBack lead={detail.lead} isMain={number === undefined} />
      )}
    </>
  );
}

function WriteBack({
  lead,
  isMain,
}: Pick<LeadDetail, "lead"> & { isMain: boolean }) {
  const { leadContent } = useInbox();
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
    <a
      className={isMain ? "main" : undefined}
      href={`${mailUrl(lead.email)}?${query}`}
    >
      {leadContent.reply}
    </a>
  );
}

function Others({ leads }: { leads: readonly LeadDetail[] }) {
  const { leadContent, moment, now } = useInbox();
  if (leads.length === 0) return;
  // Nobody offers a time to a person who has a call.
  const hasCall = leads.some(({ bookings }) => comingCall(bookings, now));
  return (
    <details id="others" open={hasCall}>
      <summary>{leadContent.others}</summary>
      <ul className="notes">
        {leads.map((detail) => (
          <li key={detail.lead.id}>
            <LeadLink
              id={detail.lead.id}
              name={detail.lead.name}
              companyName={detail.lead.company_name}
            />{" "}
            {moment(detail.lead.created_at)} <TimeLeft detail={detail} />{" "}
            <LatestCall detail={detail} />
            <p className="clamped" dir="auto">
              {detail.lead.problems}
            </p>
            <Press
              label={leadContent.parted}
              action={INBOX.lead(detail.lead.id)}
              name={INBOX_FIELDS.action}
              value="parted"
              seen={detail.version}
              className="quiet"
            />
          </li>
        ))}
      </ul>
    </details>
  );
}
