/**
 * Everything that the site knows of a person, in
 * plain words, to read, to print and to hand out.
 */

import type { ReactNode } from "react";
import { fillIn } from "../../../contract/content/fill-in.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import type { LeadDetail } from "../../../contract/inbox/leads-admin.ts";
import { changeLines } from "../change-line.tsx";
import type { Receipt } from "../deed.ts";
import { Frame, type LeadProps } from "../frame.tsx";
import { DeliveryName } from "../lead/deliveries.tsx";
import { LeadFacts, LeadWords } from "../lead/lead-facts.tsx";
import { useInbox } from "../use-inbox.ts";

declare module "../pages.tsx" {
  interface NamedPages {
    PersonPage: typeof PersonPage;
    ReceiptPage: typeof ReceiptPage;
  }
}

interface PersonProps {
  /** The page of this lead opened the page. */
  id: string;
  leads: readonly LeadDetail[];
}

export function PersonPage({ id, leads }: PersonProps) {
  const { linkPages, dated, now } = useInbox();
  const { person } = linkPages;
  return (
    <Frame back={INBOX.lead(id)} heading={person.heading}>
      <p>{fillIn(person.text, { time: dated(now) })}</p>
      <p className="actions">
        <a href={INBOX.personFile(id)} download>
          {person.file}
        </a>
      </p>
      {leads.map((detail) => (
        <Lead key={detail.lead.id} detail={detail} />
      ))}
      <section>
        <h2>{person.placesHeading}</h2>
        <ul className="notes">
          {person.places.map((place) => (
            <li key={place}>{place}</li>
          ))}
        </ul>
      </section>
    </Frame>
  );
}

function Lead({ detail }: LeadProps) {
  const { linkPages, leadContent, calls } = useInbox();
  const { moment, dated, callTime } = useInbox();
  const { lead, bookings, deliveries } = detail;
  const { notes, history } = detail;
  const { person } = linkPages;
  return (
    <section>
      <h2>{fillIn(person.lead, { time: dated(lead.created_at) })}</h2>
      <LeadWords detail={detail} />
      <LeadFacts detail={detail} isWhole />
      <Lines heading={calls.heading}>
        {bookings.map(({ id, startsAt, state, phone }) => (
          <li key={id}>
            {callTime(startsAt)}, {calls.states[state]} {phone}
          </li>
        ))}
      </Lines>
      <Lines heading={leadContent.deliveries}>
        {deliveries
          .filter(({ sentAt }) => sentAt !== undefined)
          .map(({ id, kind, target, sentAt = "" }) => (
            <li key={id}>
              <DeliveryName kind={kind} /> {target}, {moment(sentAt)}
            </li>
          ))}
      </Lines>
      <Lines heading={leadContent.notes}>
        {notes.map(({ id, text, createdAt }) => (
          <li key={id} className="said" dir="auto">
            {moment(createdAt)}: {text}
          </li>
        ))}
      </Lines>
      <Lines heading={leadContent.history}>{changeLines(history)}</Lines>
    </section>
  );
}

function Lines({
  heading,
  children,
}: {
  heading: string;
  children: readonly ReactNode[];
}) {
  if (children.length === 0) return;
  return (
    <>
      <h3>{heading}</h3>
      <ul className="notes">{children}</ul>
    </>
  );
}

/** What was erased, without a word about whom. */
export function ReceiptPage({ at, ...counts }: Receipt) {
  const { linkPages, dated } = useInbox();
  const { erase } = linkPages;
  return (
    <Frame heading={erase.receiptHeading}>
      <p>{fillIn(erase.receipt, { ...counts, time: dated(at) })}</p>
      <p>{erase.copies}</p>
      <p>{erase.keep}</p>
    </Frame>
  );
}
