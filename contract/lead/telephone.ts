import { cleanLine } from "./typed-text.ts";

/** No number is longer. Reading a longer text would take much time. */
const MAX_LENGTH = 100;

/**
 * The lookahead counts the digits. The rest allows the signs. A number with a
 * country code has up to 15 digits (E.164). Up to three digits like `011` may
 * precede the number, to dial abroad.
 */
const NUMBER =
  /^(?=(?:\D*\d){5,18}\D*$)[+\d \p{Pd}()[\]./\\_·•\u2212\u30fc]{5,40}$/u;

/**
 * A number with a word, but not `312 345 work`. Groups: the area code, then up
 * to the seventh sign, the last of which is a letter. Phones dial no more.
 */
const VANITY =
  /^(\D*(?:1\W*)?[2-9]\d\d\W*)(?!\d{3} +(?:cell|home|main|mobil|offi|text|work))((?:[a-z\d]\W*){6}[a-z])[a-z]*\b/;
/** The same outside America: `0800 123 TAXI`, `1800 SMILES`. */
const VANITY_ABROAD = /^([01]\d{1,3}\W*(?:\d{3}\W*)?)([a-z]{4,7})\b/;
/** The telephone keys of the letters from a to z. Source: ITU-T E.161. */
const KEYS = "22233344455566677778889999";

/**
 * Groups: the number, and the extension after a
 * sign or word. In phones `p` or `w` is a pause.
 */
const EXTENSION =
  /^(\P{L}*\d\P{L}*?)[\s.,;([]*(?:e?xt(?:ensi[oó]n|n)?|int|anexo|доб|[x×pw#~,;])[\s.,:=#\p{Pd}]*(\d{1,9})$/iu;

/**
 * Digits after which nobody dials a word: eight, or
 * seven that begin with neither 0 nor 1: `0800 123 TAXI`.
 */
const WHOLE = /^\D*(?:[2-9]|\d\D*\d)(?:\D*\d){6}/;
/** Group: a number before hours to call, such as `after 5 pm` or `9am-5pm`. */
const BEFORE_HOURS =
  /^((?:\D*\d){7,}?)[^\p{L}\d]\D*\d{1,2}(?::\d\d)? ?[ap]\.?m\b.*$/u;
/** The same in front: `9am-5pm: 201-555-0142`. */
const HOURS_IN_FRONT = /^(?:\D*\d{1,2}(?::\d\d)? ?[ap]\.?m\b)+[^\d+(]*/u;
/** Group: a number with its extension, before words. */
const BEFORE_WORDS =
  /^(\P{L}*\d\P{L}*?(?:e?xt(?:ensi[oó]n|n)?|anexo|доб|x)[\s.:#]*\d{1,9})(?!\d)[^\d/].*$/u;
/** Group: the first of two numbers. */
const BEFORE_ANOTHER = /^((?:\D*\d){8,}?)\D*[/,;&|+](?:\D*\d){8}.*$/;

/**
 * @returns undefined for a text without a number; else the first `number` with
 * digits only, and a plus if typed, and `shown`, the typed number without the
 * words around it, so that no mail with it carries a stranger's message
 */
export function readTelephone(typed: string) {
  // An email address with digits is no number.
  if (typed.length > MAX_LENGTH || typed.includes("@")) return undefined;
  const plain = cleanLine(typed.normalize("NFKC"))
    .toLowerCase()
    // Arabic and Persian digits.
    .replace(/[٠-٩۰-۹]/g, (digit) => `${digit.charCodeAt(0) % 16}`)
    .replace(/^\D*?(?=[+([ ]*\d)/, "");
  const dialable = withoutWords(plain)
    .replace(VANITY, dialWord)
    .replace(VANITY_ABROAD, dialWord);
  const shown = withoutWords(dialable)
    .replace(BEFORE_ANOTHER, "$1")
    // Drops the signs around the number, and soft hyphens.
    .replace(/^ +|[^\p{L}\p{N}]*$|\u00ad/gu, "");
  const [, number = shown, extension = ""] = EXTENSION.exec(shown) ?? [];
  if (!NUMBER.test(number)) return undefined;
  // Callers dial the zero of `+44 (0)20` only within the country.
  const dialed = number
    .replace(/^(\D*\+.*?)[([]0+[)\]]/, "$1")
    .replace(/[^\d+]/g, "");
  return { number: dialed, extension, shown };
}

const withoutWords = (text: string) =>
  text
    .replace(HOURS_IN_FRONT, "")
    .replace(BEFORE_HOURS, "$1")
    .replace(BEFORE_WORDS, "$1")
    .replace(/^((?:\D*\d){8,})\D+$/, "$1")
    .replace(/^(\P{L}+)\p{L}.*$/u, (all, number: string) =>
      WHOLE.test(number) && !EXTENSION.test(all) ? number : all,
    );

const dialWord = (_all: string, area: string, word: string) =>
  area +
  word.replace(/[a-z]/g, (letter) =>
    KEYS.charAt(letter.charCodeAt(0) - "a".charCodeAt(0)),
  );

/**
 * A text in parts, of which each second one is a number like
 * `(201) 555-0188`. No line should break within it, and it
 * keeps its plain characters: a phone dials no other hyphen.
 */
export const numberParts = (text: string) =>
  text.split(/(\+?\(?\d+\)?(?:[ -]\(?\d+\)?){1,5})/);

/**
 * @returns the `tel:` address of a number, or of
 * the digits in other texts. Source: RFC 3966.
 */
export function telUrl(typed: string): string {
  const { number = typed.replace(/[^\d+]/g, ""), extension = "" } =
    readTelephone(typed) ?? {};
  return extension === "" ? `tel:${number}` : `tel:${number};ext=${extension}`;
}
