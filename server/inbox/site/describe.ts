/** What the editor says about a field of the content. */

import {
  fieldAt,
  nameOf,
  partAt,
  type FieldPath,
} from "../../../contract/content/fields.ts";
import { PLACEHOLDER, fillIn } from "../../../contract/content/fill-in.ts";
import type { Content } from "../../../contract/content/schema.ts";
import { withoutInvisible } from "../../../contract/lead/typed-text.ts";
import { languageOf } from "../../../contract/locale/locale.ts";
import { shortDay, timeOfDay } from "../../../contract/locale/times.ts";
import { commentAt } from "../../content/change-yaml.ts";
import { wordsFor, type ContentProblem } from "../../content/content.ts";
import { partsWithin } from "../../content/parts.ts";
import { sampleText } from "../../content/sample.ts";
import { variableOf, type SiteSettings } from "../../settings/env.ts";
import { valueOf, type DraftContent } from "./draft.ts";

type Words = Content["siteEditor"];

/**
 * Why nobody can change a field here: the
 * environment sets it. Undefined for other fields.
 */
export function lockOf(
  [part, name = ""]: FieldPath,
  { settings, siteEditor }: { settings: SiteSettings; siteEditor: Words },
): string | undefined {
  if (part !== "site") return undefined;
  const value = new Map(Object.entries(settings.site)).get(name);
  if (value !== undefined)
    return fillIn(siteEditor.lockedBy, { variable: variableOf(name), value });
  return name === "siteUrl" ? siteEditor.locked : undefined;
}

/** The server can set what is in `site`, whatever the file has there. */
export const valueSeen = (at: FieldPath, now: DraftContent): unknown =>
  at[0] === "site" ? partAt(now.content, at) : valueOf(at, now).value;

/**
 * The comment above a field, in the owner's file
 * or in the sample, or else the editor's help.
 */
export function helpFor(at: FieldPath, now: DraftContent): string[] {
  const { file, path } = valueOf(at, now);
  const help = now.content.siteEditor.fieldHelp[at.slice(-2).join(".")];
  return [now.texts[file] ?? "", sampleText(file) ?? ""]
    .flatMap((text) => commentAt(text, path) || [])
    .concat(help ?? [])
    .slice(0, 1);
}

/** What each word in braces stands for. */
export function bracesIn(value: string, content: Content): string[] {
  const { siteEditor, site, locale } = content;
  const meanings = new Map(
    Object.entries(wordsFor(content, site.brandName, locale)),
  );
  const sentences = [...value.matchAll(PLACEHOLDER)].map(([, name = ""]) => {
    const meaning = meanings.get(name);
    return meaning === undefined
      ? siteEditor.filled
      : fillIn(siteEditor.stands, { name: `{${name}}`, value: meaning });
  });
  return [...new Set(sentences)];
}

/** The check's sentences, which begin with the names of their fields. */
export const sentencesFor = (
  problems: readonly Pick<ContentProblem, "path" | "sentence">[],
  siteEditor: Words,
): string[] =>
  problems.map(({ path, sentence }) =>
    path ? `${nameOf(path, { siteEditor })}: ${sentence}` : sentence,
  );

/** A page of text has thousands of letters. */
const SHOWN_LETTERS = 500;

/**
 * The beginning of the texts in a value, as people
 * read them; *yes* says nothing without its field.
 */
export const shortText = (
  at: FieldPath,
  value: unknown,
  content: Content,
  letters = SHOWN_LETTERS,
): string =>
  plainIn(value, at)
    .filter(
      ([, part]) =>
        part !== "" && (value === part || typeof part !== "boolean"),
    )
    .map(([path, part]) => asRead(path, String(part), content))
    .join(" · ")
    .slice(0, letters);

function asRead(
  at: FieldPath,
  text: string,
  { siteEditor, locale }: Content,
): string {
  const language = { tag: languageOf(locale) };
  switch (fieldAt(at)?.kind) {
    case "choice":
      return siteEditor.options[text] ?? text;
    case "date":
      return shortDay(text, language, { year: "numeric" });
    case "time":
    case "end":
      return timeOfDay(`1970-01-01T${text}Z`, "UTC", language);
    default:
      return text;
  }
}

/** The texts and numbers in a value. */
export const stringsIn = (value: unknown): string[] =>
  plainIn(value).map(([, part]) => String(part));

const plainIn = (value: unknown, at?: FieldPath) =>
  [...partsWithin(value, at)].filter(([, part]) =>
    ["string", "number", "boolean"].includes(typeof part),
  );

/** A text has one line: YAML and pages take a line break for a space. */
export const textTyped = (typed: string): string =>
  withoutInvisible(typed)
    .replaceAll(/\s*\n\s*/g, " ")
    .trim();

/**
 * What was typed over a value, which stays
 * if they differ only as a field shows them.
 */
export function typedOver(was: unknown, typed: string): string {
  const text = textTyped(typed);
  return typeof was === "string" && textTyped(was) === text ? was : text;
}
