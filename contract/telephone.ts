import { cleanLine } from "./typed-text.ts";

/** A longer text would cost time to read, and no notation needs it. */
const MAX_LENGTH = 100;

/**
 * A number has up to 15 digits with its country's code (E.164). Before them there can be three
 * more, which lead out of a country, like `011`.
 */
const NUMBER = /^(?=(?:\D*\d){5,18}\D*$)[+\d \p{Pd}()[\]./\\_·•\u2212\u30fc]{5,40}$/u;

/** What kind of number it is, as address books and signatures say. */
const LABELS =
  " phone iphone cell mobile mob telephone ph number no tel toll free main direct office business work home p d m c h t w o ";

/**
 * A number with a word: an area's code, then seven letters, or three digits and four letters.
 * Letters beyond those are not dialed, so they are dropped.
 */
const VANITY =
  /^(\D*(?:1\W*)?[2-9]\d\d\W*)([2-9]\d\d[ .-]*[a-z](?:\W?[a-z]){3}|[a-z](?:\W?[a-z]){6})[a-z]*\b/;
/** The keys with the letters from a to z. Source: ITU-T E.161. */
const KEYS = "22233344455566677778889999";

/** The signs and words before an extension. Phones write a pause as `p` and a wait as `w`. */
const EXTENSION =
  /^(\D*\d.*?)[\s.,;([]*(?:e?xt(?:ensi[oó]n|n)?|int|anexo|доб|[x×pw#~,;])[\s.,:=#\p{Pd}]*(\d{1,9})$/iu;

/**
 * Keeps no word beside a number, so that a mail with the number carries no stranger's message.
 * @returns the digits of the `number`, behind a plus if one was typed; undefined for other texts
 */
export function readTelephone(typed: string) {
  if (typed.length > MAX_LENGTH) return undefined;
  const text = cleanLine(withLatinDigits(typed.normalize("NFKC")))
    .toLowerCase()
    .replace(/(\d.*)(?:<|\]\()tel:(?:[^\p{L}>]|ext)*>?/u, "$1")
    .replace(/^\D+/, withoutLabels)
    // Behind fewer than five digits, words may be letters of the number: `1-800-NO-LEAKS`.
    .replace(/^((?:\D*\d){5,})(\D+)$/, (_all, digits: string, words: string) => digits + withoutLabels(words))
    .replace(VANITY, (_all, area: string, word: string) => area + word.replace(/[a-z]/g, keyOf))
    .replace(/\D+$/, withoutLabels)
    .replace(/^[^\p{L}\p{N}+([]*|[^\p{L}\p{N}]*$|\u00ad/gu, "");
  const [, number = text, extension = ""] = EXTENSION.exec(text) ?? [];
  if (!NUMBER.test(number)) return undefined;
  // The zero in parentheses is dialed within the country only.
  const dialed = number.replace(/^(\D*\+.*?)[([]0+[)\]]/, "$1").replace(/[^\d+]/g, "");
  return { number: dialed, extension };
}

const withoutLabels = (beside: string) =>
  beside.replace(/\p{L}+/gu, (word) => (LABELS.includes(` ${word} `) ? "" : word));

const keyOf = (letter: string) => KEYS.charAt(letter.charCodeAt(0) - "a".charCodeAt(0));

/** The `tel:` address of a number, or of the digits in any other text. Source: RFC 3966. */
export function telUrl(typed: string): string {
  const digits = typed.replace(/[^\d+]/g, "");
  const { number, extension } = readTelephone(typed) ?? { number: digits, extension: "" };
  return `tel:${number}${extension === "" ? "" : `;ext=${extension}`}`;
}

/** The digits of Arabic and Persian keyboards, whose code points end with their values. */
function withLatinDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) % 16));
}
