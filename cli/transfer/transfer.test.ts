import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { linesOf, readHeader, readLine, writeHeader, writeLine } from "./transfer.ts";
import { TABLES } from "../../server/storage/table-store.ts";
import { leadRow } from "../../tests/fakes/leads.ts";

const read = (...chunks: Uint8Array[]) => Readable.from(linesOf(Readable.from(chunks))).toArray();

test("a file that is not text, or never ends a line, is not an export", async () => {
  await expect(read(Buffer.from([0x7b, 0xff, 0x0a]))).rejects.toThrow(/not in UTF-8/);
  await expect(read(...Array(31).fill(Buffer.alloc(65_536, "x")))).rejects.toThrow(/an endless line/);
});

test("a written file is read back", () => {
  const rows = { lead_submissions: 2, idempotency_keys: 0 };
  expect(readHeader(writeHeader({ rows }).trimEnd())).toEqual({ rows });
  const [table] = TABLES;
  const row = leadRow(1, { problems: "a\u2028b\n\\" });
  if (table) expect(readLine(writeLine({ table, row }))).toEqual({ table, row });
});

test("a row has exactly the columns of its table", () => {
  const line = (row: object) => readLine(JSON.stringify({ table: "closed_times", row }));
  const row = { id: "1", starts_at: "2026-11-21T12:00:00.000Z", ends_at: "2026-11-21T13:00:00.000Z" };
  expect(line(row)).toMatchObject({ row });
  const { ends_at: _, ...less } = row;
  expect(() => line(less)).toThrow("has the columns");
  expect(() => line({ ...row, more: 1 })).toThrow("has the columns");
});
