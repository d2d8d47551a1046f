/** Reads a sheet strictly: a byte order mark, and every value in quotes. Source: RFC 4180. */
const CELL = /"((?:[^"]|"")*)"(,|\r\n)/gy;

export function readCsv(text: string): Record<string, string>[] {
  const lines: string[][] = [[]];
  if (!text.startsWith("\uFEFF")) throw new Error("The sheet has no byte order mark.");
  let read = "\uFEFF".length;
  for (const [all, value = "", end] of text.slice(read).matchAll(CELL)) {
    read += all.length;
    lines.at(-1)?.push(value.replaceAll('""', '"'));
    if (end === "\r\n") lines.push([]);
  }
  if (read < text.length) throw new Error(`This is no cell: ${text.slice(read, read + 40)}`);
  const [names = [], ...records] = lines.slice(0, -1);
  return records.map((record) => Object.fromEntries(names.map((name, index) => [name, record[index] ?? ""])));
}
