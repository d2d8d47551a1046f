/**
 * The words of the mails, as `site/content/mail.ts` has them and `dist/manifest.json` carries them to the server. A
 * word in braces stands for what only the server knows; each sentence says which it may hold.
 */
import * as v from "valibot";
import type { LeadColumn } from "./lead.ts";

const PLACEHOLDER = /\{(\w+)\}/g;

/** A sentence that may hold these placeholders and no others. */
function sentence(...allowed: string[]) {
  const known = allowed.map((name) => `{${name}}`).join(", ");
  return v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty("must not be empty"),
    v.check(
      (text) => placeholdersIn(text).every((name) => allowed.includes(name)),
      known === "" ? "must hold no word in braces" : `must hold no words in braces but ${known}`,
    ),
  );
}

/** A sentence that would be a broken promise without this placeholder. */
function naming<const Name extends string>(needed: Name, ...allowed: string[]) {
  return v.pipe(
    sentence(needed, ...allowed),
    v.check((text) => placeholdersIn(text).includes(needed), `must say {${needed}}`),
  );
}

const about = v.object({
  subject: sentence("name", "company", "left"),
  text: sentence("name", "due", "left"),
});

export const MailWordsSchema = v.object({
  /** Around a mail that the operator sent to test the chain. */
  test: v.object({ subject: naming("subject"), text: sentence() }),
  /** To the visitor. Of the visitor's own words it knows the first name alone, and only a plain one. */
  confirmation: v.object({
    subject: sentence("brand"),
    greeting: naming("name"),
    /** For a name that cannot be repeated. */
    greetingWithoutName: sentence(),
    received: sentence("brand"),
    next: sentence(),
    /** The first says by when. */
    steps: v.tupleWithRest([naming("due")], sentence()),
    reply: sentence("phone"),
    mistake: sentence(),
  }),
  /** To the agency. */
  notification: about,
  reminder: about,
  alarm: about,
  links: v.object({ answer: sentence(), show: sentence(), note: naming("until") }),
  replyNote: sentence(),
  labels: v.object({
    name: sentence(),
    email: sentence(),
    company_name: sentence(),
    selected_service: sentence(),
    problems: sentence(),
    additional_info: sentence(),
    created_at: sentence(),
  } satisfies Record<LeadColumn | "created_at", v.GenericSchema>),
  /** For an optional field that was left empty. */
  nothing: sentence(),
});

export type MailWords = v.InferOutput<typeof MailWordsSchema>;

function placeholdersIn(text: string): string[] {
  return Array.from(text.matchAll(PLACEHOLDER), ([, name = ""]) => name);
}

/**
 * Puts values in place of placeholders, once: braces in a value stay as they are.
 *
 * @throws {Error} when a value is missing, which is a fault of the program.
 */
export function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(PLACEHOLDER, (_match, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`Nothing is known for {${name}}.`);
    return value;
  });
}
