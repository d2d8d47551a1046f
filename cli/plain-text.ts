/** Strangers' text, made safe to print on a terminal. */
import { stripVTControlCharacters } from "node:util";

/** Control and invisible characters, but not joiners and non-joiners of emoji and Persian. */
const INVISIBLE = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** More marks on one letter than any language needs, which would overlap the lines around it. */
const PILED_MARKS = /(\p{M}{6})\p{M}+/gu;

export function plainLine(text: string): string {
  const line = text.toWellFormed().replaceAll(/[\s\p{Zl}\p{Zp}]+/gu, " ");
  const visible = stripVTControlCharacters(line).replaceAll(INVISIBLE, "");
  return visible.replaceAll(PILED_MARKS, "$1").trim();
}

/** JSON of the same meaning that shows every invisible character by its number. */
export function plainJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    Array.from({ length: character.length }, (_, at) => escaped(character.charCodeAt(at))).join(""),
  );
}

const escaped = (unit: number): string => `\\u${unit.toString(16).padStart(4, "0")}`;
