import { cleanLine } from "./typed-text.ts";

/** A longer text would cost time to read, and no notation needs it. */
const MAX_LENGTH = 60;

/** A country's code and number have up to 15 digits (E.164), after up to three to go abroad. */
const NUMBER = /^(?=(?:\D*\d){5,18}\D*$)[+\d\p{Zs}\p{Pd}()[\]./\\_·•\u2212\u30fc]{5,40}$/u;

/** What kind of number it is, as address books and signatures say. */
const LABELS =
  " tel tél telefon téléphone telephone phone iphone cell cellular mob mobile ph work office main" +
  " business home direct line toll free number no call callto text sms whatsapp us t p c m h w o d ";

/** An area's code, then a word with or without three digits before it; further letters go. */
const VANITY = /^(\D*(?:1\W*)?[2-9]\d\d\W*)([2-9]\d\d\W*[a-z](?:\W?[a-z]){3}|[a-z](?:\W?[a-z]){6})[a-z]*\b/;
/** The letters on the keys from 2 to 9. Source: ITU-T E.161. */
const KEYS = ["abc", "def", "ghi", "jkl", "mno", "pqrs", "tuv", "wxyz"];

/** The signs and words before an extension, or before a choice of a menu. */
const EXTENSION =
  /^(.*?\d.*?)[\s.,;([]*(?:;\s*ext\s*=|[,;]+|(?:e?xt(?:ensi[oó]n|n)?|[x×pw]|int|opt(?:ion)?|poste|anexo|доб)|[#~])[\s.,:#\p{Pd}]*(\d{1,9})$/iu;

/**
 * Keeps no word beside a number, so that a mail with the number carries no stranger's message.
 * @returns the digits of the `number`, behind a plus if one was typed; undefined for other texts
 */
export function readTelephone(typed: string) {
  if (typed.length > MAX_LENGTH) return undefined;
  const line = cleanLine(withLatinDigits(typed.normalize("NFKC")));
  const dialed = line
    .toLowerCase()
    .replace(/o(?=\d)/g, "0")
    .replace(VANITY, (_all, area: string, word: string) => area + keysOf(word));
  const text = dialed
    .replace(/\p{L}+(?![\p{L}\p{N}])/gu, (word) => (LABELS.includes(` ${word} `) ? "" : word))
    .replace(/^[^\p{L}\p{N}+([]*|[^\p{L}\p{N}]*$|\u00ad/gu, "");
  const [, number = text, extension = ""] = EXTENSION.exec(text) ?? [];
  if (!NUMBER.test(number)) return undefined;
  // The zero in parentheses is dialed within the country only.
  const hasPlus = /^\D*\+/.test(number);
  const digits = (hasPlus ? number.replace(/[([]0+[)\]]/, "") : number).replace(/\D/g, "");
  return { number: hasPlus ? `+${digits}` : digits, extension };
}

const keysOf = (word: string) =>
  word.replace(/[a-z]/g, (letter) => String(KEYS.findIndex((key) => key.includes(letter)) + 2));

/** The `tel:` address of a number, or of the digits in any other text. Source: RFC 3966. */
export function telUrl(typed: string): string {
  const digits = typed.replace(/[^\d+]/g, "");
  const { number, extension } = readTelephone(typed) ?? { number: digits, extension: "" };
  return `tel:${number}${extension === "" ? "" : `;ext=${extension}`}`;
}

/** Reads the digits of all alphabets: each has its ten in a row. */
function withLatinDigits(text: string): string {
  const isDigit = (code: number) => /\p{Nd}/u.test(String.fromCodePoint(code));
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    return Array.from("0123456789").find((value) => !isDigit(code - Number(value) - 1)) ?? digit;
  });
}
