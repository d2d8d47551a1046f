import type { ReactNode } from "react";
import { fillIn } from "../../../contract/content/fill-in.ts";
import { serviceLabel } from "../../../contract/content/form-content.ts";
import {
  CONTACTS,
  type Change,
  type LeadNote,
} from "../../../contract/inbox/leads-admin.ts";
import { needsNoAnswer } from "../../../contract/inbox/outcome.ts";
import {
  describeVisit,
  type Visit,
} from "../../../contract/lead/lead-visit.ts";
import {
  columnNames,
  leadField,
  mailUrl,
  phoneOf,
  NOT_ASKED,
  type LeadColumn,
} from "../../../contract/lead/lead.ts";
import { sourceKey, sourceName } from "../../../contract/lead/source.ts";
import { telUrl } from "../../../contract/lead/telephone.ts";
import { CallTimes } from "../calls/lead-calls.tsx";
import { changeLines } from "../change-line.tsx";
import { INBOX_FIELDS } from "../fields.ts";
import {
  Folded,
  type LeadProps,
  MemberName,
  Post,
  Section,
  PhoneLink,
} from "../frame.tsx";
import { useInbox } from "../use-inbox.ts";

const ofKinds = (...kinds: string[]) =>
  kinds.flatMap((kind) =>
    columnNames.filter((column) => leadField(column).kind === kind),
  );
const WORDS = ofKinds("text");
/** The ways to answer come first. */
const FACTS = ofKinds("email", "tel", "line", "service");

/** What the visitor wrote, and the time that the visitor wanted. */
export function LeadWords({ detail: { lead, wish } }: LeadProps) {
  const { leadContent } = useInbox();
  return (
    <dl className="facts">
      <Fact term={leadContent.wished} long>
        {wish?.at && (
          <CallTimes call={{ startsAt: wish.at, zone: wish.zone }} />
        )}
      </Fact>
      {WORDS.map((column) => (
        <Answer key={column} column={column} text={lead[column]} />
      ))}
    </dl>
  );
}

/**
 * @param isWhole whether what only a doubt
 * asks for is unfolded, as on a page to print
 */
export function LeadFacts({
  detail,
  isWhole = false,
}: LeadProps & { isWhole?: boolean }) {
  const { inbox, calls, leadContent, moment } = useInbox();
  const { lead, visit, suspicion, wish } = detail;
  return (
    <>
      <dl className="facts">
        {FACTS.map((column) => (
          <Answer key={column} column={column} text={lead[column]} />
        ))}
        {wish?.phone && (
          <Fact term={calls.number}>
            <PhoneLink number={wish.phone} typed={wish.typed} />
          </Fact>
        )}
        <Fact term={inbox.columns.came}>{moment(lead.created_at)}</Fact>
        <Fact term={leadContent.cameFrom} typed>
          {visit && sourceName(sourceKey(visit), leadContent.sources)}
        </Fact>
        <Fact term={leadContent.suspicion}>
          {suspicion.map((sign) => leadContent.spamSignals[sign]).join(", ")}
        </Fact>
        <States detail={detail} />
      </dl>
      {visit && <VisitDetails {...visit} isOpen={isWhole} />}
    </>
  );
}

/** When the answer is due or was given, and the outcome. */
function States({ detail }: LeadProps) {
  const { leadContent, moment } = useInbox();
  const { outcome, outcomeAt, answeredAt } = detail;
  return (
    <>
      {!needsNoAnswer(outcome) && (
        <Fact
          term={
            answeredAt === undefined ? leadContent.due : leadContent.answeredAt
          }
        >
          {moment(answeredAt ?? detail.dueAt)}{" "}
          <MemberName email={detail.answeredBy} />
        </Fact>
      )}
      {outcome && outcomeAt !== undefined && (
        <Fact term={leadContent.outcome}>
          {fillIn(leadContent.outcomeSet, {
            outcome: leadContent.outcomes[outcome],
            time: moment(outcomeAt),
          })}{" "}
          <MemberName email={detail.outcomeBy} />
        </Fact>
      )}
    </>
  );
}

/**
 * What only a doubt asks for: the addresses
 * of the visit, and the note about privacy.
 */
function VisitDetails({ isOpen, ...visit }: Visit & { isOpen: boolean }) {
  const { leadContent } = useInbox();
  const { consent } = visit;
  return (
    <details open={isOpen}>
      <summary>{leadContent.visit}</summary>
      <p className="said" dir="auto">
        {describeVisit(visit, leadContent.sources)}
      </p>
      {consent && (
        <p className="said">
          {fillIn(leadContent.consent, { version: consent.version })}{" "}
          {consent.text ?? leadContent.otherConsent}
        </p>
      )}
    </details>
  );
}

function Answer({ column, text }: { column: LeadColumn; text: string }) {
  const { inbox, services, fields } = useInbox();
  const { label, short } = fields[column];
  const { kind } = leadField(column);
  const phone = kind === "email" ? phoneOf(text) : undefined;
  const term = phone === undefined ? (short ?? label) : inbox.edit.emailOrPhone;
  const answers = {
    line: text,
    email:
      phone === undefined ? (
        <a href={mailUrl(text)}>{text}</a>
      ) : (
        <PhoneLink number={phone} />
      ),
    tel: <PhoneLink number={text} />,
    service: serviceLabel(services, text),
    text: <Folded text={text}>{withTelephones(text)}</Folded>,
  };
  return (
    <Fact term={term} typed long={kind === "email" || kind === "text"}>
      {text !== "" && text !== NOT_ASKED && answers[kind]}
    </Fact>
  );
}

interface FactProps {
  term: string;
  /**
   * Whether a visitor typed the text. CSS then keeps the text's line breaks.
   */
  typed?: boolean;
  /** Whether the text stands below its term. */
  long?: boolean;
  children: ReactNode;
}

function Fact({ term, typed = false, long = false, children }: FactProps) {
  if (!children) return;
  return (
    <div className={long ? "long" : undefined}>
      <dt>{term}</dt>
      <dd {...(typed && { className: "said", dir: "auto" })}>{children}</dd>
    </div>
  );
}

/**
 * A number, perhaps with an extension. `withTelephones` requires seven digits.
 */
const TELEPHONE =
  /(\+?\(?\d[\d ().-]{5,18}\d(?: ?(?:ext\.?|x) ?\d{1,6})?)(?!\d)/;

function withTelephones(text: string) {
  // Since the pattern has a group, `split`
  // returns the matches, too, at the odd places.
  const isNumber = (part: string, place: number) =>
    place % 2 === 1 && /(?:\d\D*){7}/.test(part);
  return text.split(TELEPHONE).map((part, place) =>
    isNumber(part, place) ? (
      <a key={place} href={telUrl(part)}>
        {part}
      </a>
    ) : (
      part
    ),
  );
}

const isContact = ({ kind }: Change) => CONTACTS.some((one) => one === kind);

export function Notes({ detail }: LeadProps) {
  const { leadContent, moment, me } = useInbox();
  const { notes, history } = detail;
  // The latest change comes first. Nobody is marked
  // as answered after a contact but by its Undo.
  const contacts = history
    .slice(0, history.findLastIndex(isContact) + 1)
    .filter((change, place) =>
      isContact(change)
        ? history[place - 1]?.kind !== "answered"
        : change.kind === "reopened",
    );
  return (
    <Section id="notes" heading={leadContent.notes}>
      <ul className="notes">
        {changeLines(contacts)}
        {notes.map((note) => (
          <li key={note.id}>
            <p className="said" dir="auto">
              <Folded text={note.text} />
            </p>
            <p className="when">
              {moment(note.createdAt)} <MemberName email={note.by} />
            </p>
            {me && note.by === me && (
              <details>
                <summary>{leadContent.correct}</summary>
                <NoteForm note={note} />
              </details>
            )}
          </li>
        ))}
      </ul>
      <NoteForm />
    </Section>
  );
}

/** @param note the note to correct; undefined for a new one */
function NoteForm({ note }: { note?: LeadNote }) {
  const { leadContent } = useInbox();
  const id = note ? `note-${note.id}` : "note";
  return (
    <Post fields={note && { [INBOX_FIELDS.correctedNote]: note.id }}>
      <label htmlFor={id}>
        {note ? leadContent.correctNote : leadContent.noteLabel}
      </label>
      <textarea
        id={id}
        name={INBOX_FIELDS.note}
        rows={1}
        dir="auto"
        required
        defaultValue={note?.text}
      />
      <button id={`${id}-saved`}>{leadContent.addNote}</button>
    </Post>
  );
}
