/** Tables and lines of plain text that fit the terminal, whatever alphabet a name is written in. */
import stringWidth from "string-width";

export interface Column<Row> {
  title: string;
  /** Columns of the terminal; the one without takes what is left. */
  width?: number;
  value: (row: Row) => string;
}

/** The width of every terminal, and of output into a file. */
export const DEFAULT_WIDTH = 80;

const GAP = "  ";
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * A title line and a line for each row.
 *
 * @param width of the terminal, in its columns.
 */
export function table<Row>(columns: readonly Column<Row>[], rows: readonly Row[], width: number): string[] {
  const fixed = columns.reduce((sum, column) => sum + (column.width ?? 0), 0);
  const rest = width - fixed - GAP.length * (columns.length - 1);
  const line = (cell: (column: Column<Row>) => string) =>
    columns
      .map((column) => fit(cell(column), column.width ?? rest))
      .join(GAP)
      .trimEnd();
  return [line(({ title }) => title), ...rows.map((row) => line(({ value }) => value(row)))];
}

/** Cut, with an ellipsis, or filled up to a width. Whole graphemes only; a wide one counts two. */
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

/**
 * Breaks at spaces; a longer word stands alone, and the terminal breaks it.
 *
 * @param line plain text
 * @param indent stands before each line
 */
export function wrap(line: string, width: number, indent = ""): string[] {
  const lines: string[] = [];
  let current = "";
  for (const word of line.split(" ")) {
    const longer = current === "" ? word : `${current} ${word}`;
    if (current !== "" && stringWidth(indent + longer) > width) {
      lines.push(indent + current);
      current = word;
    } else current = longer;
  }
  return [...lines, (indent + current).trimEnd()];
}
