/** The leads as a table for a spreadsheet: one line a lead, the oldest id first. */
import { leadColumns } from "../contract/lead.ts";
import type { LeadDetail } from "../contract/inbox.ts";
import type { Desk } from "../server/desk/desk.ts";
import { valueOf } from "./failure.ts";
import { BYTE_ORDER_MARK, csvLine } from "./spreadsheet-csv.ts";

const LEADS_AT_ONCE = 200;

const TITLES = ["id", "created_at", ...leadColumns, "due_at", "answered_at", "test", "notes"];

interface SheetOptions {
  /** Whether to begin with a byte order mark. */
  bom: boolean;
  /** Told how many leads were written. */
  onLeads: (count: number) => void;
}

/** The lines of the sheet, read as they are written. @throws {Failure} when the leads cannot be read. */
export async function* sheetLines(desk: Desk, { bom, onLeads }: SheetOptions): AsyncGenerator<string> {
  yield (bom ? BYTE_ORDER_MARK : "") + csvLine(TITLES);
  let last: string | undefined;
  for (;;) {
    const leads = valueOf(await desk.leadsAfter(last, LEADS_AT_ONCE));
    if (leads.length === 0) return;
    yield leads.map((detail) => csvLine(cells(detail))).join("");
    onLeads(leads.length);
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
