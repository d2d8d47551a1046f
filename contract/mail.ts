/** The words of the mails. A word in braces stands for what the server knows; each sentence says which it may hold. */
import * as v from "valibot";
import { OUTCOMES } from "./outcome.ts";
import { naming, PLACEHOLDER, says, sentence } from "./placeholders.ts";

const about = v.object({
  subject: sentence("name", "company", "left"),
  text: sentence("name", "due", "left"),
});

export const MailContentSchema = v.object({
  test: v.object({ subject: naming("subject"), text: sentence() }),
  /** To the visitor. It repeats nothing that the visitor typed except a plain first name. */
  confirmation: v.object({
    subject: sentence("brand"),
    greeting: naming("name"),
    greetingWithoutName: sentence(),
    received: sentence("brand"),
    next: sentence(),
    /** The first says by when. */
    steps: v.tupleWithRest([naming("due")], sentence()),
    /** On a link, where there is a scheduling page. */
    pickTime: sentence(),
    reply: sentence("phone"),
    /** Before the time at which the form was sent. */
    sent: sentence(),
    mistake: sentence(),
  }),
  notification: about,
  reminder: about,
  alarm: about,
  /** To a chat, where a new lead is told like in the notification: one line each. */
  chat: v.object({
    ...v.entriesFromList(["answered", ...OUTCOMES], sentence("name", "company")),
    by: naming("by"),
    failing: sentence("count", "since"),
  }),
  /** Mails about a call. `{time}` is in the reader's time zone, `{ours}` in the agency's. */
  call: v.object({
    visitor: v.object(
      v.entriesFromList(
        ["booked", "moved", "cancelled", "soon"],
        v.object({ subject: sentence("brand", "time"), text: naming("time") }),
      ),
    ),
    /** Where the visitor has another clock than the agency. */
    ours: naming("ours", "brand"),
    /** Where the call is. */
    phone: naming("number"),
    noPhone: sentence(),
    link: naming("url"),
    /** On links. */
    ...says("change", "again"),
    /** In calendars. */
    summary: sentence("brand"),
    summaryForUs: sentence("name", "company"),
    /** Subjects to the agency. */
    agency: v.object(
      v.entriesFromList(["booked", "moved", "cancelled"], sentence("name", "company", "time")),
    ),
    suspected: sentence(),
    labels: v.object(says("time", "theirs", "phone")),
  }),
  links: v.object({ reply: sentence(), answer: sentence(), show: sentence(), note: naming("until") }),
  /** To one of the team who asked for it. */
  signIn: v.object({
    subject: sentence("brand"),
    text: sentence("brand"),
    ...says("link", "mistake"),
    labels: v.object(says("email", "at", "from")),
  }),
  /** To the team, once a day while leads are suspected of being spam: how many they are. */
  suspected: v.object({ subject: sentence("brand", "count"), text: naming("count"), ...says("link") }),
  /** To the team, once while calendars of CALENDAR_URLS cannot be read: which, by their places. */
  calendars: v.object({ subject: sentence("brand", "numbers"), text: naming("numbers") }),
  replyNote: sentence(),
  /** Before the time at which the lead came. */
  cameIn: sentence(),
  /** Before what is known of the visit. */
  cameFrom: sentence(),
});

/** The colors of `site/styles/tokens.css` that mails are written in. */
export const MailColorsSchema = v.object(
  v.entriesFromList(
    [
      "paper",
      "paper-raised",
      "paper-rule",
      "paper-text",
      "paper-dim",
      "signal",
      "signal-ink",
      "night",
      "night-raised",
      "night-rule",
      "night-text",
      "night-dim",
    ],
    v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/)),
  ),
);

export type MailColors = v.InferOutput<typeof MailColorsSchema>;
export type MailContent = v.InferOutput<typeof MailContentSchema>;

/** Puts values in place of placeholders, once: braces in a value stay. @throws {Error} when a value is missing */
export function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(PLACEHOLDER, (_match, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`Nothing is known for {${name}}.`);
    return value;
  });
}
