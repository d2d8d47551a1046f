/** The notes of a lead: who wrote one corrects it, and everybody adds some. */
import { INBOX_FIELDS, type InboxViews } from "../../contract/inbox.ts";
import type { LeadNote } from "../../contract/leads-admin.ts";
import { MAX_NOTE_LENGTH } from "../../contract/limits.ts";
import { INBOX } from "../../contract/routes.ts";
import { Folded } from "./folded.tsx";
import { Post, useInbox } from "./frame.tsx";
import { By } from "./lead-facts.tsx";

type NotesProps = Pick<InboxViews["lead"], "detail"> & { me: string | undefined; query: string };

export function Notes({ detail, me, query }: NotesProps) {
  const { leadContent, moment } = useInbox();
  const { lead, notes } = detail;
  return (
    <section aria-labelledby="notes">
      <h2 id="notes" tabIndex={-1}>
        {leadContent.notes}
      </h2>
      {notes.length === 0 && <p>{leadContent.noNotes}</p>}
      <ul className="notes">
        {notes.map((note) => (
          <li key={note.id}>
            <p className="said" dir="auto">
              <Folded text={note.text} />
            </p>
            <p className="when">
              {moment(note.createdAt)} <By by={note.by} />
            </p>
            {note.by !== undefined && note.by === me && <CorrectNote {...{ note, detail, query }} />}
          </li>
        ))}
      </ul>
      <Post action={INBOX.note(lead.id) + query}>
        <label htmlFor="note">{leadContent.noteLabel}</label>
        <textarea id="note" name={INBOX_FIELDS.note} rows={3} required maxLength={MAX_NOTE_LENGTH} />
        <button id="note-saved">{leadContent.addNote}</button>
      </Post>
    </section>
  );
}

/** For who wrote the note. */
function CorrectNote({ note, detail, query }: Omit<NotesProps, "me"> & { note: LeadNote }) {
  const { leadContent } = useInbox();
  const field = `note-${note.id}`;
  return (
    <details>
      <summary>{leadContent.correct}</summary>
      <Post action={INBOX.correctNote(detail.lead.id, note.id) + query}>
        <label htmlFor={field}>{leadContent.correctNote}</label>
        <textarea
          id={field}
          name={INBOX_FIELDS.note}
          rows={3}
          required
          maxLength={MAX_NOTE_LENGTH}
          dir="auto"
          defaultValue={note.text}
        />
        <button>{leadContent.addNote}</button>
      </Post>
    </details>
  );
}
