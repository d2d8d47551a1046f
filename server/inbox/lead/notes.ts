/** The forms that add and correct notes. */
import type { FastifyInstance } from "fastify";
import { INBOX_FIELDS } from "../fields.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import { cleanText } from "../../../contract/lead/typed-text.ts";
import type { ChangeNow } from "../../leads/history.ts";
import { readLead } from "../../leads/read-lead.ts";
import type { Database } from "../../store/database.ts";
import {
  InboxFailure,
  leadPageOf,
  postForm,
  present,
  type PostedForm,
} from "../forms.ts";
import { addNote, correctNote } from "./lead-changes.ts";

export function registerNotes(
  app: FastifyInstance,
  store: Database,
  change: ChangeNow,
): void {
  /** Writes a note even if the lead was changed since its page was shown. */
  function postNote(
    path: string,
    write: (form: PostedForm, text: string) => Promise<unknown>,
  ) {
    postForm(app, path, async (form) => {
      const text = cleanText(form.fields.get(INBOX_FIELDS.note) ?? "");
      if (text === "") return leadPageOf(form, "notes");
      present(await write({ ...form, seen: undefined }, text));
      return { what: "noted", back: leadPageOf(form, "note-saved") };
    });
  }

  postNote(INBOX.note(":id"), (form, text) =>
    addNote(store, change(form), text),
  );

  postNote(INBOX.correctNote(":id", ":noteId"), async (form, text) => {
    const { notes } = present(await readLead(store, form.id));
    const note = notes.find(({ id }) => id === form.ids["noteId"]);
    // Only the author corrects a note. A sign-in with the command line's link has no address.
    if (form.by === undefined || note?.by !== form.by)
      throw new InboxFailure("missing");
    return correctNote(store, change(form), { id: note.id, text });
  });
}
