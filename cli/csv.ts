/** `export`: the leads for a spreadsheet, in the order of their ids; or all that is kept of one person. */
import type { LeadDetail } from "../contract/leads-admin.ts";
import { createLeadSheet } from "../contract/lead-sheet.ts";
import { fields } from "../site/content/book-call.ts";
import { inbox, leadContent } from "../site/content/inbox.ts";
import { services } from "../site/content/services.ts";
import type { LeadsAdmin } from "../server/leads/leads-admin.ts";
import { Failure, valueOf } from "./context.ts";
import { plainJson } from "./terminal/table.ts";
import { createProgress } from "./terminal/progress.ts";
import { writeOut } from "./write-out.ts";

const LEADS_AT_ONCE = 200;

interface SheetOptions {
  out: string | undefined;
  bom: boolean;
  timeZone: string;
}

/** @throws {Failure} when the leads cannot be read. */
export async function exportSheet(admin: LeadsAdmin, { out, bom, timeZone }: SheetOptions): Promise<void> {
  const all = valueOf(await admin.list({ filter: "all", search: "", page: 1, size: 1 }));
  const progress = createProgress("Exporting", all.total);
  const sheet = createLeadSheet({ inbox, leadContent, fields, services });
  let count = 0;

  async function* lines(): AsyncGenerator<string> {
    yield sheet.head(bom);
    for await (const leads of batches(admin)) {
      yield sheet.lines(leads, timeZone);
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
