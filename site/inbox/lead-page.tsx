/** One lead, whole: its clock, its words, the notes, and what was sent for it. */
import { MAX_NOTE_LENGTH } from "../../contract/limits.ts";
import type { DeliveryLine, LeadDetail } from "../../contract/leads-admin.ts";
import { INBOX } from "../../contract/inbox.ts";
import { describeVisit } from "../../contract/lead-visit.ts";
import { leadColumns, leadField } from "../../contract/lead.ts";
import { serviceLabel } from "../../contract/services.ts";
import { telephone } from "../components/telephone.ts";
import { Frame, TimeLeft } from "./frame.tsx";
import { useInboxWords } from "./inbox-words.ts";
import { moment } from "./times.ts";

interface LeadPageProps {
  detail: LeadDetail;
  now: string;
  timeZone: string;
  /** Whether this device is signed in; the link of a mail shows the lead and lets nothing be done. */
  signedIn: boolean;
}

export function LeadPage({ detail, now, timeZone, signedIn }: LeadPageProps) {
  const { inbox, leadWords } = useInboxWords();
  const { lead, notes, deliveries } = detail;
  return (
    <Frame signedIn={signedIn} back>
      <div className="title">
        <h1>{lead.name}</h1>
        <TimeLeft now={now} dueAt={detail.dueAt} answeredAt={detail.answeredAt} />
        {detail.test && <span className="badge test">{inbox.testMark}</span>}
        <div className="actions">
          {signedIn && <Answered detail={detail} />}
          <a href={mailTo(lead.email)}>{leadWords.reply}</a>
        </div>
      </div>
      <div className="columns">
        <div>
          <LeadFacts detail={detail} timeZone={timeZone} />
        </div>
        {signedIn && (
          <div>
            <section aria-labelledby="notes">
              <h2 id="notes">{leadWords.notes}</h2>
              {notes.length === 0 && <p>{leadWords.noNotes}</p>}
              <ul className="notes">
                {notes.map((note) => (
                  <li key={note.id}>
                    <p className="said">{note.text}</p>
                    <p className="when">{moment(note.createdAt, timeZone)}</p>
                  </li>
                ))}
              </ul>
              <form method="post" action={INBOX.note(lead.id)}>
                <label htmlFor="note">{leadWords.noteLabel}</label>
                <textarea id="note" name={INBOX.noteField} rows={3} required maxLength={MAX_NOTE_LENGTH} />
                <button>{leadWords.addNote}</button>
              </form>
            </section>
            <section aria-labelledby="deliveries">
              <h2 id="deliveries">{leadWords.deliveries}</h2>
              <ul className="deliveries">
                {deliveries.map((delivery) => (
                  <Delivery key={delivery.id} leadId={lead.id} delivery={delivery} timeZone={timeZone} />
                ))}
              </ul>
            </section>
            <p>
              <a href={`${INBOX.delete}?${INBOX.leadField}=${lead.id}`}>{leadWords.delete}</a>
            </p>
          </div>
        )}
      </div>
    </Frame>
  );
}

/** The lead as it came in. */
export function LeadFacts({ detail, timeZone }: Pick<LeadPageProps, "detail" | "timeZone">) {
  const { inbox, leadWords, services, fields } = useInboxWords();
  const { lead } = detail;
  return (
    <dl className="facts">
      {leadColumns.map((column) => {
        const { kind } = leadField(column);
        const value = kind === "service" ? serviceLabel(services, lead[column]) : lead[column];
        return (
          value !== "" && (
            <div key={column}>
              <dt>{fields[column].short ?? fields[column].label}</dt>
              <dd className="said">
                {kind === "email" ? (
                  <a href={mailTo(value)}>{value}</a>
                ) : kind === "tel" ? (
                  <a href={telephone(value)}>{value}</a>
                ) : (
                  value
                )}
              </dd>
            </div>
          )
        );
      })}
      <div>
        <dt>{inbox.columns.came}</dt>
        <dd>{moment(lead.created_at, timeZone)}</dd>
      </div>
      {detail.visit && (
        <div>
          <dt>{leadWords.cameFrom}</dt>
          <dd className="said">{describeVisit(detail.visit)}</dd>
        </div>
      )}
      {detail.visit?.consent && (
        <div>
          <dt>{leadWords.consent.replace("{version}", detail.visit.consent.version)}</dt>
          <dd className="said">{detail.visit.consent.text ?? leadWords.otherConsent}</dd>
        </div>
      )}
      <div>
        <dt>{detail.answeredAt === undefined ? leadWords.due : leadWords.answeredAt}</dt>
        <dd>{moment(detail.answeredAt ?? detail.dueAt, timeZone)}</dd>
      </div>
    </dl>
  );
}

function mailTo(email: string): string {
  return `mailto:${encodeURIComponent(email)}`;
}

function Answered({ detail }: Pick<LeadPageProps, "detail">) {
  const { leadWords } = useInboxWords();
  const { lead, answeredAt } = detail;
  const open = answeredAt === undefined;
  return (
    <form method="post" action={open ? INBOX.answer(lead.id) : INBOX.reopen(lead.id)}>
      <button className={open ? "main" : "quiet"}>{open ? leadWords.markAnswered : leadWords.reopen}</button>
    </form>
  );
}

interface DeliveryProps {
  leadId: string;
  delivery: DeliveryLine;
  timeZone: string;
}

function Delivery({ leadId, delivery, timeZone }: DeliveryProps) {
  const { leadWords } = useInboxWords();
  const { id, kind, target, state, attempts, nextAt, sentAt, lastError } = delivery;
  const when = state === "due" ? nextAt : sentAt;
  const tries =
    attempts === 1 ? leadWords.tries.one : leadWords.tries.many.replace("{count}", String(attempts));
  return (
    <li className={state}>
      <p>
        <strong>{leadWords.kinds[kind] ?? kind}</strong> {target}
      </p>
      <p className="when">
        {leadWords.states[state]}
        {when !== undefined && `, ${moment(when, timeZone)}`}
        {attempts > 0 && `, ${tries}`}
      </p>
      {lastError !== undefined && <p className="fault">{lastError}</p>}
      {state === "dead" && (
        <form method="post" action={INBOX.revive(leadId, id)}>
          <button className="quiet">{leadWords.revive}</button>
        </form>
      )}
    </li>
  );
}
