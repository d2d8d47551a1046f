/**
 * Comma-separated values for people: the lines of RFC 4180, in which no cell can be read as a formula. What a formula
 * could start with gets an apostrophe before it, which spreadsheets know as "this is text"; so the file is for reading,
 * and JSON Lines for moving. Source: OWASP, "CSV Injection".
 */

/**
 * Before what a spreadsheet may take for the start of a formula, the full-width forms too, at the start of a value, behind
 * quotes and what cannot be seen.
 */
const LEADING = /^(?=[\s"'\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n])/u;

/**
 * Before the same, behind what ends a cell or a line somewhere: where lists are separated by semicolons, a spreadsheet reads
 * our commas and quotes otherwise and starts cells in the middle of ours.
 */
const INNER = /(?=[=+\-@\uff1d\uff0b\uff0d\uff20])(?<=[;,\t\r\n"]\s*)/gu;

/** Before the first line, for spreadsheets that otherwise guess the encoding. */
export const BYTE_ORDER_MARK = "\uFEFF";

/** One line, its end included; every value in quotes. */
export function csvLine(values: readonly string[]): string {
  return `${values.map((value) => `"${withoutFormula(value).replaceAll('"', '""')}"`).join(",")}\r\n`;
}

function withoutFormula(value: string): string {
  return value.replaceAll(INNER, "'").replace(LEADING, "'");
}
