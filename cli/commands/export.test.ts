/** `export --format csv`: all leads as a sheet. */
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { leadColumns } from "../../contract/lead.ts";
import { serviceLabel } from "../../contract/form-content.ts";
import { fields } from "../../site/content/book-call.ts";
import { inbox, leadContent } from "../../site/content/inbox.ts";
import { services } from "../../site/content/services.ts";
import { writeOut } from "../write-out.ts";
import { openAtNoon } from "../../tests/fakes/command.ts";
import { readCsv } from "../../tests/fakes/csv.ts";
import { LEAD } from "../../tests/fakes/leads.ts";
import { temporaryFolder } from "../../tests/fakes/server.ts";

const heading = (column: keyof typeof fields): string => fields[column].short ?? fields[column].label;

const HOSTILE = {
  name: '=HYPERLINK("http://evil.example")',
  company_name: "@SUM(A1)",
  problems: "a\n-b; =c",
};

test("the spreadsheet has all leads and no formula, and is a new file that only its owner can read", async () => {
  const { run, addLead } = await openAtNoon();
  const first = await addLead(HOSTILE);
  await addLead();
  await run("answer", first);
  const out = join(temporaryFolder(), "leads.csv");
  const sheet = ["export", "--format", "csv", "--bom", "--out", out];
  writeFileSync(`${out}.part`, "another user's file", { mode: 0o644 });
  await run(...sheet);
  await expect(run(...sheet)).rejects.toThrow(`${out} already exists. Name another file.`);
  expect(statSync(out).mode & 0o777).toBe(0o600);
  expect(readFileSync(out).subarray(0, 7)).toEqual(Buffer.from('\uFEFF"Id"'));
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  expect(readCsv(readFileSync(out, "utf8").slice(1))).toEqual([
    {
      Id: first,
      ...Object.fromEntries(leadColumns.map((column) => [heading(column), ""])),
      [inbox.columns.came]: time,
      [heading("name")]: `'=HYPERLINK("http://evil.example")`,
      [heading("email")]: LEAD.email,
      [heading("company_name")]: "'@SUM(A1)",
      [heading("selected_service")]: serviceLabel(services, LEAD.selected_service),
      [heading("problems")]: "a\n'-b; '=c",
      [leadContent.due]: time,
      [leadContent.answeredAt]: time,
      [leadContent.outcome]: "",
      Test: "no",
      [leadContent.cameFrom]: "",
      Consent: "",
      [leadContent.notes]: "",
    },
    expect.objectContaining({ [heading("name")]: LEAD.name, [leadContent.answeredAt]: "" }),
  ]);
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
