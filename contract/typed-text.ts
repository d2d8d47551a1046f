/** One rule for typed and pasted text, wherever it comes in: what nobody sees is removed. */
import { attempt } from "./attempt.ts";

/** Mail programs and old documents end lines with these, too. Source: Unicode Annex 14. */
const LINE_END = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

const CONTROL = /(?![\n\t])\p{Cc}/gu;

/** Without joiners, which emoji and Persian need, and soft hyphens, where long words break. */
const INVISIBLE = /[\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

/** Half of a pair, such as half an emoji, becomes the sign that a browser's form sends for it. */
const LONE_SURROGATE = /\p{Cs}/gu;

/** A braille pattern without dots is drawn as a blank. */
const VISIBLE = /[^\s\u2800\p{Default_Ignorable_Code_Point}]/u;

/** A text of several lines, trimmed; empty if it has nothing to see. */
export function cleanText(text: string): string {
  const clean = withoutInvisible(text).trim();
  return VISIBLE.test(clean) ? clean : "";
}

/** A text of one line, trimmed: line ends, tabs and blanks of any alphabet are plain blanks. */
export const cleanLine = (text: string): string => cleanText(text).replace(/\s/g, " ");

/** Typed text as one line. @param most Unicode code points that are kept */
export function lineOf(text: string, most: number): string {
  return Array.from(cleanLine(text)).slice(0, most).join("").trim();
}

/** What can surround an address in a text: a name, a label, quotes, brackets, a full stop. */
const BEFORE_EMAIL = /^(?:[^<>]*<|[^@<>]*(?::\s|\s[([]))?(?:['"(<[,;:/\s]|[^\p{ASCII}\p{L}\p{N}])*/u;
const AFTER_EMAIL = /[^\p{L}\p{M}\p{N}*_`}]{1,9}$/u;

/** An address as it is stored: a domain in other letters as mail servers look it up (RFC 5890). */
export function cleanEmail(text: string): string {
  const address = withoutInvisible(linkedAddress(text))
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .trim()
    .toLowerCase()
    .replace(BEFORE_EMAIL, "")
    .replace(AFTER_EMAIL, "")
    .replace(/[\p{Pd}\u2212]/gu, "-")
    .replace(/[‘’ʼ]/g, "'");
  return address.replace(
    /^([^@]+@)(?=.*\P{ASCII})([\p{L}\p{M}\p{N}.。-]+)$/u,
    (_all, mailbox: string, domain: string) =>
      mailbox + (attempt(() => new URL(`http://${domain}`).hostname) ?? domain),
  );
}

/** The address in a link, without its subject and percent signs (RFC 6068); else the text. */
function linkedAddress(text: string): string {
  const [, linked] = /mailto:[/\s]*([^?<>()\s]+)/i.exec(text) ?? [];
  return linked === undefined ? text : (attempt(() => decodeURIComponent(linked)) ?? linked);
}

/** The text without what shows nothing. Its blanks stay, also at its ends. */
export function withoutInvisible(text: string): string {
  return text
    .replace(LONE_SURROGATE, "\uFFFD")
    .replace(LINE_END, "\n")
    .replace(CONTROL, "")
    .replace(INVISIBLE, "");
}
