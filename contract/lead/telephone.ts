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

/** Words behind a short number or a word: `312 345 work` has six digits. */
const LABELS =
  " phone cell mobile number tel toll free main direct line office business work home whatsapp text d m c h w o ";

/**
 * A number with a word. Groups: the area code, then seven
 * letters, or three digits and four letters. Phones do not dial
 * letters after these, so no group contains further letters.
 */
const VANITY =
  /^(\D*(?:1\W*)?[2-9]\d\d\W*)([2-9]\d\d[ .-]*[a-z](?:\W?[a-z]){3}|[a-z](?:\W?[a-z]){6})[a-z]*\b/;
/** The telephone keys of the letters from a to z. Source: ITU-T E.161. */
const KEYS = "22233344455566677778889999";

/**
 * Groups: the number, and the extension after a
 * sign or word. In phones `p` or `w` is a pause.
 */
const EXTENSION =
  /^(\D*\d.*?)[\s.,;([]*(?:e?xt(?:ensi[oó]n|n)?|int|anexo|доб|[x×pw#~,;])[\s.,:=#\p{Pd}]*(\d{1,9})$/iu;

/**
 * @returns undefined for a text without exactly one number; else `number` with
 * digits only, and a plus if typed, and `shown`, the typed number without the
 * words around it, so that no mail with it carries a stranger's message
 */
export function readTelephone(typed: string) {
  // An email address with digits is no number.
  if (typed.length > MAX_LENGTH || typed.includes("@")) return undefined;
  const shown = cleanLine(typed.normalize("NFKC"))
    .toLowerCase()
    // Arabic and Persian digits.
    .replace(/[٠-٩۰-۹]/g, (digit) => `${digit.charCodeAt(0) % 16}`)
    .replace(/^\D*?(?=[+([ ]*\d)/, "")
    // After eight digits, nobody dials a word.
    // After fewer, they do: `0800 123 TAXI`.
    .replace(/^((?:\D*\d){8,})\D+$/, "$1")
    .replace(
      /^((?:\D*\d){5,})(\D+)$/,
      (_all, digits: string, words: string) => digits + withoutLabels(words),
    )
    .replace(
      VANITY,
      (_all, area: string, word: string) =>
        area + word.replace(/[a-z]/g, keyOf),
    )
    .replace(/\D+$/, withoutLabels)
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

const withoutLabels = (beside: string) =>
  beside.replace(/\p{L}+/gu, (word) =>
    LABELS.includes(` ${word} `) ? "" : word,
  );

const keyOf = (letter: string) =>
  KEYS.charAt(letter.charCodeAt(0) - "a".charCodeAt(0));

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
