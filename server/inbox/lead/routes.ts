/**
 * The page of one lead, and its forms,
 * which are sent to the page's own address.
 */

import { INBOX } from "../../../contract/http/routes.ts";
import { LEAD_ACTIONS } from "../../../contract/inbox/leads-admin.ts";
import { OUTCOMES } from "../../../contract/inbox/outcome.ts";
import { cleanText } from "../../../contract/lead/typed-text.ts";
import { isDay } from "../../../contract/locale/day.ts";
import { queryIn } from "../../http/forms.ts";
import type { AgencyChange } from "../../leads/history.ts";
import { readOthers } from "../../leads/person.ts";
import { readLead } from "../../leads/read-lead.ts";
import { parseUuid } from "../../leads/uuid.ts";
import type { Database } from "../../store/database.ts";
import { callForm } from "../calls/routes.ts";
import { INBOX_FIELDS } from "../fields.ts";
import {
  InboxFailure,
  ownPage,
  postForms,
  present,
  type IdRoute,
  type PageForms,
} from "../forms.ts";
import { markLeads, markOf } from "../mark/marks.ts";
import type { InboxParts, Room } from "../parts.ts";
import { sendAgain } from "../send-again.ts";
import {
  addNote,
  assignLead,
  correctNote,
  OF_ACTIONS,
  setFollowUp,
} from "./lead-changes.ts";

const MOST_OTHER_LEADS = 20;
/** Enough times for about two weeks. */
const MOST_OPEN_TIMES = 150;

export const routes: Room = (app, parts) => {
  const { store, times } = parts;
  app.get<IdRoute>(INBOX.lead(":id"), async (request, reply) => {
    const { id } = request.params;
    const detail = present(await readLead(store, id));
    const others = (await readOthers(store, id)).slice(0, MOST_OTHER_LEADS);
    const openTimes = (await times?.read())?.times.slice(0, MOST_OPEN_TIMES);
    const query = queryIn(request);
    return reply.show("LeadPage", { detail, query, others, openTimes });
  });

  postForms(app, INBOX.lead(":id"), {
    ...leadForms(parts),
    ...callForm(parts),
  });
};

const leadForms = ({ store, change }: InboxParts): PageForms => ({
  async [INBOX_FIELDS.mark](form, mark) {
    const what = markOf(mark);
    const isOutcome = OUTCOMES.some((outcome) => outcome === what);
    const back = ownPage(form, isOutcome ? "outcome" : "answer");
    return markLeads(store, change, { what, back, by: form.by }, [form]);
  },

  async [INBOX_FIELDS.owner](form, owner) {
    if (owner !== form.by) throw new InboxFailure("unreadable");
    present(await assignLead(store, change(form), owner));
    return { what: "owned", back: ownPage(form, "owner") };
  },

  async [INBOX_FIELDS.action](form, name) {
    const what = LEAD_ACTIONS.find((one) => one === name);
    if (!what) throw new InboxFailure("unreadable");
    present(await OF_ACTIONS[what](store, change(form)));
    return { what, back: ownPage(form, "owner") };
  },

  async [INBOX_FIELDS.followUpOn](form, day) {
    const what = await followUpOn(store, change(form), day);
    return { what, back: ownPage(form, "follow-up-saved") };
  },

  async [INBOX_FIELDS.delivery](form, wanted) {
    const id = present(parseUuid(wanted));
    await sendAgain(store, { id }, change(form).now);
    return { what: "sent", back: ownPage(form, "deliveries") };
  },

  async [INBOX_FIELDS.note](form, typed) {
    const text = cleanText(typed);
    if (text === "") return ownPage(form, "notes");
    // A note's form says no version, so a note is
    // written even if the lead was changed meanwhile.
    const noting = change(form);
    const noteId = form.fields.get(INBOX_FIELDS.correctedNote);
    if (noteId === undefined) present(await addNote(store, noting, text));
    else await correctOwnNote(store, noting, { id: noteId, text });
    return { what: "noted", back: ownPage(form, "note-saved") };
  },
});

/** @param day empty for none @returns what was done @throws {InboxFailure} */
export async function followUpOn(
  store: Database,
  change: AgencyChange,
  day: string,
): Promise<"past" | "follow-up"> {
  if (day !== "" && !isDay(day)) throw new InboxFailure("unreadable");
  if (day !== "" && day < change.today) return "past";
  present(await setFollowUp(store, change, day));
  return "follow-up";
}

/**
 * Only the author corrects a note. A sign-in
 * with the command line's link has no address.
 */
async function correctOwnNote(
  store: Database,
  change: AgencyChange,
  corrected: { id: string; text: string },
) {
  const { notes } = present(await readLead(store, change.id));
  const note = notes.find(({ id }) => id === corrected.id);
  if (change.by === undefined || note?.by !== change.by)
    throw new InboxFailure("missing");
  await correctNote(store, change, corrected);
}
