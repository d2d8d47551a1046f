/** One lead, whole: its clock, its words, the notes, and what was sent for it. */
import { MAX_NOTE_LENGTH } from "../../contract/limits.ts";
import type { DeliveryLine, LeadDetail } from "../../contract/leads-admin.ts";
import { INBOX, type InboxTime } from "../../contract/inbox.ts";
import { needsNoAnswer, OUTCOMES } from "../../contract/outcome.ts";
import { Frame, TimeLeft } from "./frame.tsx";
import { By, LeadFacts, mailTo } from "./lead-facts.tsx";
import { useInboxContent, type InboxContent } from "./inbox-content.ts";
import { moment } from "./times.ts";

/** `signedIn`: whether this device is; the link of a mail shows the lead and lets nothing be done. */
type LeadPageProps = InboxTime & { detail: LeadDetail; signedIn: boolean };

export function LeadPage({ detail, now, timeZone, signedIn }: LeadPageProps) {
  const { inbox, leadWords } = useInboxContent();
  const { lead, notes, deliveries } = detail;
  return (
    <Frame signedIn={signedIn} back>
      <div className="title">
        <h1 dir="auto">{lead.name}</h1>
        <TimeLeft {...detail} now={now} />
        {detail.test && <span className="badge test">{inbox.testMark}</span>}
        <div className="actions">
          {signedIn && <Answered detail={detail} />}
          <a href={reply(lead, leadWords)}>{leadWords.reply}</a>
        </div>
      </div>
      <div className="columns">
        <div>
          <LeadFacts detail={detail} timeZone={timeZone} />
        </div>
        {signedIn && (
          <div>
            <Outcomes detail={detail} />
            <section aria-labelledby="notes">
              <h2 id="notes">{leadWords.notes}</h2>
              {notes.length === 0 && <p>{leadWords.noNotes}</p>}
              <ul className="notes">
                {notes.map((note) => (
                  <li key={note.id}>
                    <p className="said" dir="auto">
                      {note.text}
                    </p>
                    <p className="when">
                      {moment(note.createdAt, timeZone)} <By by={note.by} />
                    </p>
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
                  <Delivery key={delivery.id} {...delivery} {...{ detail, timeZone }} />
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

/** Mail programs take an address of about 2,000 characters. */
const MAX_QUOTED = 500;

/** A mail that begins with a greeting and ends with the visitor's words, quoted. Source: RFC 6068. */
function reply(lead: LeadDetail["lead"], words: InboxContent["leadWords"]): string {
  const [firstName = ""] = lead.name.split(/\s/);
  const said = Array.from(lead.problems).slice(0, MAX_QUOTED).join("").toWellFormed();
  const quoted = said.split("\n").map((line) => `> ${line}`);
  const body = [words.greeting.replace("{name}", () => firstName), "", "", ...quoted].join("\r\n");
  return `${mailTo(lead.email)}?subject=${encodeURIComponent(words.replySubject)}&body=${encodeURIComponent(body)}`;
}

/** One press says it; a lead that is held is let go by another. */
function Outcomes({ detail: { lead, outcome } }: Pick<LeadPageProps, "detail">) {
  const { leadWords } = useInboxContent();
  return (
    <section aria-labelledby="outcome">
      <h2 id="outcome">{leadWords.outcome}</h2>
      <form method="post" action={INBOX.outcome(lead.id)} className="outcomes">
        {OUTCOMES.map((name) => (
          <button key={name} name={INBOX.outcomeField} value={name} aria-pressed={name === outcome}>
            {leadWords.outcomes[name]}
          </button>
        ))}
      </form>
    </section>
  );
}

function Answered({ detail }: Pick<LeadPageProps, "detail">) {
  const { leadWords } = useInboxContent();
  const { lead, answeredAt, outcome } = detail;
  const open = answeredAt === undefined;
  const words = needsNoAnswer(outcome) ? leadWords.notSpam : leadWords.reopen;
  return (
    <form method="post" action={open ? INBOX.answer(lead.id) : INBOX.reopen(lead.id)}>
      <button className={open || needsNoAnswer(outcome) ? "main" : "quiet"}>
        {open ? leadWords.markAnswered : words}
      </button>
    </form>
  );
}

function Delivery({ detail, timeZone, ...delivery }: DeliveryLine & Omit<LeadPageProps, "now" | "signedIn">) {
  const { leadWords } = useInboxContent();
  const { id, kind, target, state, attempts, nextAt, sentAt, lastError } = delivery;
  const when = state === "due" ? nextAt : sentAt;
  const words =
    state === "cancelled" && needsNoAnswer(detail.outcome) ? leadWords.held : leadWords.states[state];
  const tries =
    attempts === 1 ? leadWords.tries.one : leadWords.tries.many.replace("{count}", String(attempts));
  return (
    <li className={state}>
      <p>
        <strong>{leadWords.kinds[kind] ?? kind}</strong> {target}
      </p>
      <p className="when">
        {words}
        {when !== undefined && `, ${moment(when, timeZone)}`}
        {attempts > 0 && `, ${tries}`}
      </p>
      {lastError !== undefined && <p className="fault">{lastError}</p>}
      {state === "dead" && (
        <form method="post" action={INBOX.revive(detail.lead.id, id)}>
          <button className="quiet">{leadWords.revive}</button>
        </form>
      )}
    </li>
  );
}
