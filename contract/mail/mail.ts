/**
 * The content of mails. `naming` requires its
 * first placeholder. `sentence` requires none.
 */

import * as v from "valibot";
import { naming, saying, says, sentence } from "../content/values.ts";
import { RESULTS } from "../inbox/leads-admin.ts";
import { PLAIN_CALL_KINDS } from "./delivery.ts";

/** The sentences stand below the name and the company, and above the time. */
const byWhom = v.object({
  subject: sentence("name", "company", "time", "moment"),
  visitor: sentence("name", "company", "time", "former"),
  team: naming("by", "name", "company", "time", "former"),
});

/**
 * Placeholders for sentences about a call. A sentence may leave out the time,
 * because the mail's heading has it.
 */
const CALL_PLACEHOLDERS = ["time", "moment", "day", "clock", "left", "former"];
const callSentence = sentence(...CALL_PLACEHOLDERS);
const callMail = v.object({ subject: callSentence, text: callSentence });

export const MailContentSchema = v.object({
  test: v.object({ subject: naming("subject"), text: sentence() }),
  /**
   * To the visitor. Of the typed texts, the
   * mail repeats only a plain first name.
   */
  confirmation: v.object({
    ...says("heading"),
    subject: sentence("due"),
    greeting: naming("name"),
    ...says("greetingWithoutName", "next", "mistake"),
    received: sentence(),
    steps: v.tupleWithRest([naming("due")], sentence()),
    reply: sentence("phone"),
    sent: sentence(),
  }),
  notification: v.object({
    subject: sentence("name", "company", "left"),
    text: sentence("name", "due", "left"),
    /** The subject if the visitor wanted a time that could not be booked. */
    wished: v.optional(sentence("name", "company", "moment")),
    /** Of a person who wrote before; `waiting` if nobody answered yet. */
    again: v.object({
      subject: sentence("name", "company"),
      text: sentence("name", "due", "left"),
      waiting: naming("since", "name"),
    }),
    /** In the mail of the member who keeps the lead. */
    yours: v.optional(sentence()),
  }),
  /** To the team, before answers are due. */
  reminder: v.object({
    one: v.object({
      subject: sentence("left", "name", "company"),
      text: sentence("name", "due", "left"),
    }),
    many: v.object({
      subject: sentence("left", "count"),
      text: sentence("left", "count"),
    }),
  }),
  /** `parts` are the titles of the lists, each with a number. */
  morning: v.object({
    subject: naming("parts"),
    came: naming("name", "time"),
    missed: naming("name", "time"),
    ...says(
      "heading",
      "text",
      "overdue",
      "due",
      "calls",
      "asked",
      "followUps",
      "next",
      "suspected",
      "look",
      "link",
    ),
  }),
  /** To the team, when many leads came in a short time. */
  storm: v.object({
    subject: sentence("count", "since"),
    withSpam: sentence("count", "since", "spam"),
    text: sentence("count", "since", "spam"),
  }),
  /**
   * Each is one line for a chat. A chat announces
   * a new lead in the words of `notification`.
   */
  chat: v.object({
    answered: sentence("name", "company"),
    outcome: naming("outcome", "name", "company"),
    by: naming("by"),
    failing: sentence("count", "since"),
  }),
  /** `{time}` and the shorter `{moment}` are on the reader's clock. */
  call: v.object({
    visitor: v.object(
      v.entriesFromList(
        ["booked", "moved", "cancelled", "dayBefore", "soon"],
        callMail,
      ),
    ),
    /** To a visitor who asked for the link again. */
    asked: v.object({
      subject: sentence(),
      call: callSentence,
      ...says("heading", "offer"),
    }),
    ...v.entriesFromList(
      PLAIN_CALL_KINDS,
      v.object({ ...says("heading"), ...callMail.entries }),
    ),
    noPhone: sentence(),
    link: naming("url"),
    ...says("attached", "move", "cancel", "change", "see", "reminder"),
    /**
     * In place of `change`, if the agency wants notice of a change. A mail that
     * is sent after `{until}` has `see` instead.
     */
    changeUntil: naming("until"),
    /** Titles in calendars. */
    summary: sentence(),
    summaryForUs: sentence("name", "company"),
    agency: v.object({ booked: byWhom, moved: byWhom, cancelled: byWhom }),
    /** Replaces `{by}` if nobody is signed in, as at the command line. */
    somebody: sentence(),
    /**
     * To the mailbox that sends the mails, which
     * cannot invite itself and gets no invitation.
     */
    own: saying("booked", "moved", "cancelled"),
    suspected: sentence(),
    /** For a cancelled call, `number` replaces `phone`. */
    labels: saying("theirs", "phone", "number", "reason"),
  }),
  links: v.object({
    call: naming("number"),
    ...says("reply", "answer", "judge", "show"),
    note: naming("until"),
  }),
  signIn: v.object({
    subject: sentence(),
    text: sentence(),
    ...says("link", "mistake"),
    labels: saying("email", "at"),
  }),
  invited: v.object({
    subject: sentence(),
    text: naming("by"),
    ...says("link"),
    note: naming("until"),
  }),
  /**
   * To the team on Mondays: figures of the last
   * two weeks. Without it, no such mail is sent.
   */
  week: v.optional(
    v.object({
      heading: sentence("from", "leads", "calls"),
      subject: sentence("from", "leads", "calls"),
      text: sentence("from", "leads", "calls"),
      figure: naming("now", "before"),
      /**
       * Above what became of the leads of this month and of the month before.
       */
      month: naming("month"),
      ...says(...RESULTS, "link"),
    }),
  ),
  /**
   * To the team: the backup failed, or the site
   * cannot show changed words. The reason follows.
   */
  failed: v.object({
    heading: naming("what"),
    subject: sentence("what"),
    text: sentence("what"),
    ...says("backup", "content"),
    /** Before the name and the number of who runs the site. */
    runner: v.optional(sentence()),
  }),
  /**
   * To the team: calendars cannot be read.
   * `numbers`: their positions in CALENDAR_URLS.
   */
  calendars: v.object({
    subject: sentence("numbers"),
    text: naming("numbers"),
  }),
  skippedEvents: v.object({
    subject: sentence(),
    text: naming("events"),
    of: naming("dates", "number"),
  }),
  cameIn: sentence(),
  wished: sentence(),
  cameFrom: sentence(),
});

export type MailContent = v.InferOutput<typeof MailContentSchema>;
