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

test("a row of an earlier version lacks exactly the columns added since", () => {
  const line = (row: object) => readLine(JSON.stringify({ table: "lead_contexts", row }));
  const row = { lead_id: "1", source: "wire", due_at: "2026-11-21T12:00:00.000Z", answered_at: null };
  const added = { visit: null, outcome: null, outcome_at: null, suspicion: null };
  expect(line(row).row).toEqual({ ...row, ...added, answered_by: null, outcome_by: null });
  expect(line({ ...row, visit: "{}" }).row["visit"]).toBe("{}");
  const { due_at: _, ...less } = row;
  expect(() => line(less)).toThrow("has the columns");
  expect(() => line({ ...row, more: 1 })).toThrow("has the columns");
});
