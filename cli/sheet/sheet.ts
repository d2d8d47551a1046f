/** The leads as a table for a spreadsheet: one line a lead, in the order of their ids. */
import type { LeadDetail } from "../../contract/leads-admin.ts";
import { leadColumns } from "../../contract/lead.ts";
import type { LeadsAdmin } from "../../server/admin/leads-admin.ts";
import { valueOf } from "../failure.ts";
import { createProgress } from "../terminal/progress.ts";
import { writeOut } from "../write-out.ts";
import { BYTE_ORDER_MARK, csvLine } from "./spreadsheet-csv.ts";

const LEADS_AT_ONCE = 200;

const TITLES = ["id", "created_at", ...leadColumns, "due_at", "answered_at", "test", "notes"];

interface SheetOptions {
  /** The new file; undefined: the standard output. */
  out: string | undefined;
  /** Whether to begin with a byte order mark. */
  bom: boolean;
}

/** @throws {Failure} when the leads cannot be read. */
export async function exportSheet(admin: LeadsAdmin, { out, bom }: SheetOptions): Promise<void> {
  const all = valueOf(await admin.list({ filter: "all", search: "", page: 1, size: 1 }));
  const progress = createProgress("Exporting", all.total);
  let count = 0;

  async function* lines(): AsyncGenerator<string> {
    yield (bom ? BYTE_ORDER_MARK : "") + csvLine(TITLES);
    for await (const leads of batches(admin)) {
      yield leads.map((detail) => csvLine(cells(detail))).join("");
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

async function* batches(admin: LeadsAdmin): AsyncGenerator<readonly LeadDetail[]> {
  let last: string | undefined;
  for (;;) {
    const leads = valueOf(await admin.leadsAfter(last, LEADS_AT_ONCE));
    if (leads.length === 0) return;
    yield leads;
    last = leads.at(-1)?.lead.id;
  }
}

function cells({ lead, dueAt, answeredAt, test, notes }: LeadDetail): string[] {
  return [
    lead.id,
    lead.created_at,
    ...leadColumns.map((column) => lead[column]),
    dueAt,
    answeredAt ?? "",
    test ? "yes" : "no",
    notes.map(({ text }) => text).join("\n\n"),
  ];
}
