/**
 * The leads as CSV for a spreadsheet: one line a lead, in the order of their ids. The lines are those of RFC 4180, in which
 * no cell can be read as a formula: what could start one gets an apostrophe before it, which spreadsheets know as "this
 * is text". So the file is for reading, and JSON Lines for moving. Source: OWASP, "CSV Injection".
 */
import type { LeadDetail } from "../contract/leads-admin.ts";
import { fields } from "../site/content/book-call.ts";
import { inbox, leadContent } from "../site/content/inbox.ts";
import { services } from "../site/content/services.ts";
import { serviceLabel } from "../contract/services.ts";
import { needsNoAnswer } from "../contract/outcome.ts";
import { describeVisit } from "../contract/lead-visit.ts";
import { leadColumns } from "../contract/lead.ts";
import type { LeadsAdmin } from "../server/leads/leads-admin.ts";
import { Failure, valueOf } from "./context.ts";
import { plainJson } from "./terminal/table.ts";
import { createProgress } from "./terminal/progress.ts";
import { writeOut } from "./write-out.ts";

const LEADS_AT_ONCE = 200;

/** A heading, and what stands under it of a lead; `time` shows one, and nothing of none. */
type Column = [title: string, cell: (detail: LeadDetail, time: (at?: string) => string) => string];

const COLUMNS: readonly Column[] = [
  ["Id", ({ lead }) => lead.id],
  [inbox.columns.came, ({ lead }, time) => time(lead.created_at)],
  ...leadColumns.map((column): Column => [
    fields[column].short ?? fields[column].label,
    ({ lead }) => (column === "selected_service" ? serviceLabel(services, lead[column]) : lead[column]),
  ]),
  [leadContent.due, ({ dueAt }, time) => time(dueAt)],
  [
    leadContent.answeredAt,
    ({ outcome, answeredAt }, time) => (needsNoAnswer(outcome) ? "" : time(answeredAt)),
  ],
  [leadContent.outcome, ({ outcome }) => (outcome ? leadContent.outcomes[outcome] : "")],
  ["Test", ({ test }) => (test ? "yes" : "no")],
  [leadContent.cameFrom, ({ visit }) => (visit ? describeVisit(visit) : "")],
  ["Consent", ({ visit }) => visit?.consent?.text ?? visit?.consent?.version ?? ""],
  [leadContent.notes, ({ notes }) => notes.map(({ text }) => text).join("\n\n")],
];

interface SheetOptions {
  out: string | undefined;
  bom: boolean;
  timeZone: string;
}

/** @throws {Failure} when the leads cannot be read. */
export async function exportSheet(admin: LeadsAdmin, { out, bom, timeZone }: SheetOptions): Promise<void> {
  const all = valueOf(await admin.list({ filter: "all", search: "", page: 1, size: 1 }));
  const progress = createProgress("Exporting", all.total);
  const time = (at?: string) => (at === undefined ? "" : sheetTime(at, timeZone));
  let count = 0;

  async function* lines(): AsyncGenerator<string> {
    yield (bom ? BYTE_ORDER_MARK : "") + csvLine(COLUMNS.map(([title]) => title));
    for await (const leads of batches(admin)) {
      yield leads.map((detail) => csvLine(COLUMNS.map(([, cell]) => cell(detail, time)))).join("");
      count += leads.length;
      progress.add(leads.length);
    }
  }

  await writeOut(lines(), out);
  progress.end();
  process.stderr.write(
    `Exported ${count.toLocaleString("en-US")} leads${out === undefined ? "" : ` to ${out}`}.\n`,
  );
}

/** All that is kept of one person, as JSON. @throws {Failure} when nothing is. */
export async function exportPerson(admin: LeadsAdmin, email: string, out: string | undefined): Promise<void> {
  const leads: LeadDetail[] = [];
  for await (const batch of batches(admin, email)) leads.push(...batch);
  if (leads.length === 0) throw new Failure("No lead came from this address.");
  await writeOut([`${plainJson({ leads }, 2)}\n`], out);
}

async function* batches(admin: LeadsAdmin, email?: string): AsyncGenerator<readonly LeadDetail[]> {
  let id: string | undefined;
  for (;;) {
    const leads = valueOf(await admin.leadsAfter({ id, size: LEADS_AT_ONCE, email }));
    if (leads.length === 0) return;
    yield leads;
    id = leads.at(-1)?.lead.id;
  }
}

/** `2026-11-20 07:00:00`, which every spreadsheet takes for a time. */
function sheetTime(at: string, timeZone: string): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" }).format(
    new Date(at),
  );
}

/** The start of a formula, in full-width forms too, at the start of a value, behind quotes and what cannot be seen. */
const LEADING = /^(?=[\s"'\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n])/u;

/** The same behind separators: a spreadsheet whose lists have semicolons starts cells in the middle of ours. */
const INNER = /(?=[=+\-@\uff1d\uff0b\uff0d\uff20])(?<=[;,\t\r\n"]\s*)/gu;

/** Before the first line, for spreadsheets that otherwise guess the encoding. */
const BYTE_ORDER_MARK = "\uFEFF";

export function csvLine(values: readonly string[]): string {
  return `${values.map((value) => `"${withoutFormula(value).replaceAll('"', '""')}"`).join(",")}\r\n`;
}

function withoutFormula(value: string): string {
  return value.replaceAll(INNER, "'").replace(LEADING, "'");
}
