/** Files that are no whole export are refused with a sentence that shows nothing of a lead. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, onTestFinished, test, vi } from "vitest";
import { exportStore, importStore, linesOf } from "./transfer.ts";
import { leadRow } from "../../tests/fakes/leads.ts";
import { temporaryFolder } from "../../tests/fakes/server.ts";
import { openTestStore } from "../../tests/fakes/store.ts";

const read = (...chunks: Uint8Array[]) => Readable.from(linesOf(Readable.from(chunks))).toArray();

test("a file that is not text, or never ends a line, is not an export", async () => {
  await expect(read(Buffer.from([0x7b, 0xff, 0x0a]))).rejects.toThrow(/not in UTF-8/);
  await expect(read(...Array(31).fill(Buffer.alloc(65_536, "x")))).rejects.toThrow(/an endless line/);
});

const lastLine = (whole: string) => whole.lastIndexOf("\n", whole.length - 2) + 1;

test.each<[what: string, change: (whole: string) => string, message: RegExp]>([
  ["nothing", () => "", /^This is not an export of leads: its first line does not say so\.$/],
  ["something else", () => "name,email\nDana,dana@x.co\n", /^This is not an export of leads/],
  ["a later version", (whole) => whole.replace('"version":1', '"version":2'), /version 2; .* reads 1\.$/],
  ["a table of a later version", (whole) => whole.replace('"rows":{', '"rows":{"moods":1,'), /a table moods/],
  [
    "a file that was cut off",
    (whole) => whole.slice(0, lastLine(whole)),
    /has 2 rows, but has 1: it was cut off/,
  ],
  [
    "a file that was cut off in a line",
    (whole) => whole.slice(0, -20),
    /^Line 3: this is not a row of a table\.$/,
  ],
  [
    "a row without a column",
    (whole) => whole.replace(/"email":"[^"]*",/, ""),
    /^Line 2: a row of lead_submissions has/,
  ],
  [
    "a row with another name",
    (whole) => whole.replace('"email":', '"mail":'),
    /^Line 2: a row of lead_submissions has/,
  ],
  [
    "a row with one more",
    (whole) => whole.replace('"email":', '"more":1,"email":'),
    /^Line 2: a row of lead_submissions has/,
  ],
  [
    "a row of another type",
    (whole) => whole.replace(/"email":"[^"]*"/, '"email":{}'),
    /^Line 2: a column has neither/,
  ],
  [
    "a row that no table takes",
    (whole) => whole.replace("ai-chatbot", ""),
    /^lead_submissions.*check constraint/i,
  ],
])("importing %s is refused", async (_what, change, message) => {
  onTestFinished(() => void vi.unstubAllEnvs());
  const [from, to] = [temporaryFolder(), temporaryFolder()];
  const store = await openTestStore(join(from, "leads.db"));
  await store.run("insert", { rows: [leadRow(1), leadRow(2)] });
  await store.close();
  const file = join(from, "leads.jsonl");
  vi.stubEnv("DATA_DIR", from);
  await exportStore(file, () => {});
  // Only the leads: the rows beside them have their own lines.
  const leads = readFileSync(file, "utf8")
    .replace(/"rows":\{[^}]*\}/, '"rows":{"lead_submissions":2}')
    .split("\n")
    .filter((line) => !line.includes('"table"') || line.includes("lead_submissions"))
    .join("\n");
  writeFileSync(file, change(leads));
  vi.stubEnv("DATA_DIR", to);
  const refused = await importStore(file, false, () => {}).catch((error: unknown) => error);
  expect(refused).toMatchObject({ message: expect.stringMatching(message) });
  expect(String(refused)).not.toMatch(/dana|ortiz/i);
});
