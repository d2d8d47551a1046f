/** The parts that a text is billed as. Source: 3GPP TS 23.038, 6.2.1; 23.040, 9.2.3.24. */

/** The alphabet of seven bits; the characters of the second one count twice. */
const SEVEN_BITS =
  /^[\n\r !"#$%&'()*+,\-./0-9:;<=>?@A-Z_a-z¡£¤¥§¿ÄÅÆÇÉÑÖØÜßàäåæèéìñòöøùüΓΔΘΛΞΠΣΦΨΩ^{}\\[~\]|€\f]*$/;
const TWICE = /[\^{}\\[~\]|€\f]/g;

/** The most characters of one text, and of a part of a longer one, which begins with its place. */
const MOST = { sevenBits: [160, 153], wide: [70, 67] } as const;

export function partsOf(text: string): number {
  const isNarrow = SEVEN_BITS.test(text);
  const length = isNarrow ? text.replaceAll(TWICE, "xx").length : text.length;
  const [alone, each] = MOST[isNarrow ? "sevenBits" : "wide"];
  return length <= alone ? 1 : Math.ceil(length / each);
}

/** Spaces and signs that would make a text of the seven-bit alphabet cost more than twice as much. */
const PLAIN: Record<string, string> = {
  "\u00a0": " ",
  "\u202f": " ",
  "\u2019": "'",
  "\u2013": "-",
  "\u2026": "...",
};

export const plainText = (text: string): string =>
  text.replaceAll(/[\u00a0\u202f\u2019\u2013\u2026]/g, (sign) => PLAIN[sign] ?? sign);
