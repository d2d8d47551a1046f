/** Tables of strangers' text, safe for a terminal: nothing moves the cursor, colors, reverses or hides. */
import stringWidth from "string-width";
import { stripVTControlCharacters } from "node:util";

/** Control characters, and invisible ones except the two that join letters and emoji. */
const INVISIBLE = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** More marks on one letter than any language needs overlap the lines above and below. */
const PILED_MARKS = /(\p{M}{6})\p{M}+/gu;

export function plainLine(text: string): string {
  return clean(text.replaceAll(/[\s\p{Zl}\p{Zp}]+/gu, " ")).trim();
}

export function plainLines(text: string): string[] {
  return text.split(/\r\n|[\n\r\p{Zl}\p{Zp}]/u).map((line) => clean(line.replaceAll("\t", "  ")));
}

/** JSON of the same meaning that shows every invisible character by its number. */
export function plainJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replaceAll(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    Array.from({ length: character.length }, (_, at) => escaped(character.charCodeAt(at))).join(""),
  );
}

function clean(text: string): string {
  return stripVTControlCharacters(text.toWellFormed())
    .replaceAll(INVISIBLE, "")
    .replaceAll(PILED_MARKS, "$1");
}

function escaped(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, "0")}`;
}

export interface Column<Row> {
  title: string;
  /** Columns of the terminal; the one without takes the rest. */
  width?: number;
  value: (row: Row) => string;
}

export const DEFAULT_WIDTH = 80;

const GAP = "  ";
const graphemes = new Intl.Segmenter([], { granularity: "grapheme" });

/** A title line and a line for each row; nothing without rows. @param width of the terminal, in its columns */
export function table<Row>(columns: readonly Column<Row>[], rows: readonly Row[], width: number): string[] {
  if (rows.length === 0) return [];
  const fixed = columns.reduce((sum, column) => sum + (column.width ?? 0), 0);
  const rest = width - fixed - GAP.length * (columns.length - 1);
  const line = (cell: (column: Column<Row>) => string) =>
    columns
      .map((column) => fit(cell(column), column.width ?? rest))
      .join(GAP)
      .trimEnd();
  return [line(({ title }) => title), ...rows.map((row) => line(({ value }) => value(row)))];
}

/** Cuts with an ellipsis, or pads, to a width. Whole graphemes only; a wide one counts two. */
export function fit(text: string, width: number): string {
  const whole = stringWidth(text);
  if (whole <= width) return text + " ".repeat(width - whole);
  let cut = "";
  let used = 0;
  for (const { segment } of graphemes.segment(text)) {
    const next = used + stringWidth(segment);
    if (next > width - 1) break;
    cut += segment;
    used = next;
  }
  return `${cut}…${" ".repeat(Math.max(0, width - 1 - used))}`;
}

/** With commas between thousands. */
export function number(count: number): string {
  return count.toLocaleString("en-US");
}
