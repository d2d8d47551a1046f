/** Makes strangers' text safe to print on a terminal. */
import { stripVTControlCharacters } from "node:util";

/** Control and invisible characters, except the joiners that emoji and Persian need. */
const INVISIBLE = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** No language needs more than six accents on a letter. More would cover other lines. */
const PILED_MARKS = /(\p{M}{6})\p{M}+/gu;

export function plainLine(text: string): string {
  const line = text.toWellFormed().replaceAll(/[\s\p{Zl}\p{Zp}]+/gu, " ");
  const visible = stripVTControlCharacters(line).replaceAll(INVISIBLE, "");
  return visible.replaceAll(PILED_MARKS, "$1").trim();
}
