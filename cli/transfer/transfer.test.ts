import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, onTestFinished, test, vi } from "vitest";
import {
  exportStore,
  importStore,
  linesOf,
  readHeader,
  readLine,
  writeHeader,
  writeLine,
} from "./transfer.ts";
import { TABLES } from "../../server/storage/table-store.ts";
import { leadRow } from "../../tests/fakes/leads.ts";
import { temporaryFolder } from "../../tests/fakes/server.ts";
import { openTestStore } from "../../tests/fakes/store.ts";

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

test("an export that was cut off is imported as far as it goes, and the rest is missed", async () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  const [from, to] = [temporaryFolder(), temporaryFolder()];
  const store = await openTestStore(join(from, "leads.db"));
  await store.run("insert", { rows: [leadRow(1), leadRow(2)] });
  await store.close();
  const file = join(from, "leads.jsonl");
  vi.stubEnv("DATA_DIR", from);
  await exportStore(file, () => {});
  const [header, first] = readFileSync(file, "utf8").split("\n");
  writeFileSync(file, `${header}\n${first}\n`);
  vi.stubEnv("DATA_DIR", to);
  await expect(importStore(file, false, () => {})).rejects.toThrow(
    "lead_submissions has 2 rows, but has 1: it was cut off or changed",
  );
});
