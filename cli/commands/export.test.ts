/** `export`: all leads as a sheet. */
import { answerLead } from "../../server/inbox/admin-changes.ts";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { serviceLabel } from "../../contract/form-content.ts";
import { writeOut } from "./export.ts";
import { openCommands } from "../../tests/support/command.ts";
import { readCsv } from "../../tests/support/csv.ts";
import { LEAD } from "../../tests/support/leads.ts";
import { temporaryFolder } from "../../tests/support/server.ts";
import { fields, inbox, leadContent, services } from "../content.ts";

const heading = (column: keyof typeof fields): string => fields[column].short ?? fields[column].label;

const HOSTILE = { name: '=HYPERLINK("http://e.example")', company_name: "@SUM(A1)", problems: "a\n-b; =c" };

test("the spreadsheet has all leads and no formula, in a new file of its owner", async () => {
  const {
    run,
    addLead,
    services: { store, change },
  } = await openCommands();
  const first = await addLead(HOSTILE);
  await addLead();
  await answerLead(store, change({ id: first }));
  const out = join(temporaryFolder(), "leads.csv");
  const sheet = ["export", "--out", out];
  await run(...sheet);
  await expect(run(...sheet)).rejects.toThrow(`${out} already exists. Name another file.`);
  expect(statSync(out).mode & 0o777).toBe(0o600);
  expect(readFileSync(out).subarray(0, 7)).toEqual(Buffer.from('\uFEFF"Id"'));
  // Noon in UTC on the agency's clock.
  const time = expect.stringMatching(/^2026-11-2[01] 07:00:0\d$/);
  expect(readCsv(readFileSync(out, "utf8"))).toEqual([
    expect.objectContaining({
      Id: first,
      [inbox.columns.came]: time,
      [heading("name")]: `'=HYPERLINK("http://e.example")`,
      [heading("company_name")]: "'@SUM(A1)",
      [heading("selected_service")]: serviceLabel(services, LEAD.selected_service),
      [heading("problems")]: "a\n'-b; '=c",
      [leadContent.due]: time,
      [leadContent.answeredAt]: time,
      Test: "no",
    }),
    expect.objectContaining({ [heading("name")]: LEAD.name, [leadContent.answeredAt]: "" }),
  ]);
});

test("an export without a folder is in DATA_DIR/exports, which only its owner can open", async () => {
  const { run, addLead } = await openCommands();
  await addLead();
  const dataDir = join(temporaryFolder(), "data");
  const { isTTY } = process.stdout;
  onTestFinished(() => {
    vi.unstubAllEnvs();
    process.stdout.isTTY = isTTY;
  });
  vi.stubEnv("DATA_DIR", dataDir);
  await run("export", "--out", "leads.csv");
  // A terminal shows no visitors.
  process.stdout.isTTY = true;
  await run("export");
  const folder = join(dataDir, "exports");
  const named = expect.stringMatching(/^leads-2026-11-\d\dT12-00-00Z\.csv$/);
  expect(readdirSync(folder)).toEqual([named, "leads.csv"]);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
});

test("an export that fails leaves no part of a file", async () => {
  const folder = temporaryFolder();
  async function* lines() {
    yield "Dana";
    throw new Error("The disk is full.");
  }
  await expect(writeOut(lines(), join(folder, "leads.jsonl"))).rejects.toThrow("The disk is full.");
  expect(readdirSync(folder)).toEqual([]);
});
