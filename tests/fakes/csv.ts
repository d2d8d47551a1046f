/** Reads the lines that `csvLine` writes, strictly: every value in quotes. Source: RFC 4180. */
const CELL = /"((?:[^"]|"")*)"(,|\r\n)/gy;

export function readCsv(text: string): Record<string, string>[] {
  const lines: string[][] = [[]];
  let read = 0;
  for (const [all, value = "", end] of text.matchAll(CELL)) {
    read += all.length;
    lines.at(-1)?.push(value.replaceAll('""', '"'));
    if (end === "\r\n") lines.push([]);
  }
  if (read < text.length) throw new Error(`This is no cell: ${text.slice(read, read + 40)}`);
  const [names = [], ...records] = lines.slice(0, -1);
  return records.map((record) => Object.fromEntries(names.map((name, index) => [name, record[index] ?? ""])));
}
