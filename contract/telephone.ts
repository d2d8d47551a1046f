import { cleanLine } from "./typed-text.ts";

/** A longer text would cost time to read, and no notation needs it. */
const MAX_LENGTH = 60;

/** A country's code and number have up to 15 digits (E.164), after up to three to go abroad. */
const NUMBER = /^(?=(?:\D*\d){5,18}\D*$)[+\d\p{Zs}\p{Pd}()[\]./\\_·•\u2212\u30fc]{5,40}$/u;

/** Before and after a number: signs, a link's scheme, what kind of number it is; soft hyphens. */
const BEFORE_NUMBER =
  /^[^\p{L}\p{N}+([]*(?:(?:tel|phone|cell|mobile|work|office)[-.:\s]+|[tpcm][.:]+\s*)?|\u00ad/giu;
const AFTER_NUMBER = /[^\p{L}\p{N}]*(?:(?:cell|mobile|work|office|home)[^\p{L}\p{N}]*)?$/iu;

/** The signs and words before an extension that libphonenumber-js reads, too. */
const EXTENSION =
  /^(.*?\d.*?)[\s.,;([]*(?:;\s*ext\s*=|[,;]+|(?:e?xt(?:ensi[oó]n|n)?|[x×]|int|anexo|доб)|[#~])[\s.,:#\p{Pd}]*(\d{1,9})$/iu;

/**
 * Keeps no word beside a number, so that a mail with the number carries no stranger's message.
 * @returns the digits of the `number`, behind a plus if one was typed; undefined for other texts
 */
export function readTelephone(typed: string) {
  if (typed.length > MAX_LENGTH) return undefined;
  const line = cleanLine(withLatinDigits(typed.normalize("NFKC")));
  const text = line.replace(BEFORE_NUMBER, "").replace(AFTER_NUMBER, "");
  const [, number = text, extension = ""] = EXTENSION.exec(text) ?? [];
  if (!NUMBER.test(number)) return undefined;
  // The zero in parentheses is dialed within the country only.
  const abroad = /^\(?\+/.test(number) ? number.replace(/[([]0+[)\]]/, "") : number;
  return { number: abroad.replace(/[^\d+]/g, ""), extension };
}

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
