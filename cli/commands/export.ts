/** `export`: the leads for a spreadsheet, or everything about one person. */
import { createLeadSheet } from "../../contract/lead-sheet.ts";
import type { Database } from "../../server/store/database.ts";
import { counted, LeadsCommand, type Context } from "../context.ts";
import { batches, leadsOf, personArgument } from "../arguments.ts";
import { plainJson } from "../plain-text.ts";
import { exportPath, refuseExisting, writeOut } from "../write-out.ts";
import { fields, inbox, leadContent, services, locale } from "../content.ts";

export function exportCommand(context: Context) {
  return new LeadsCommand("export", context)
    .about(
      "Writes the leads for a spreadsheet (CSV), or everything about one person (JSON).",
      "A text that could be taken for a formula gets an apostrophe in front. The site may run meanwhile. The file contains visitors' data; only its owner can read it.",
    )
    .option(
      "-o, --out <file>",
      "write to this new file; a name without a folder is in DATA_DIR/exports",
      exportPath,
    )
    .option("--email <address>", "everything kept about one person who asked for it, as JSON", personArgument)
    .examples("export --out leads.csv", "export --email dana@example.com --out dana.json")
    .work(async ({ services: { store } }, { out, email }: { out?: string; email?: string }) => {
      // A pipe gets the leads, a terminal never: it would show all visitors.
      const sheet = process.stdout.isTTY ? exportPath(sheetName(context.now())) : undefined;
      const file = out ?? (email === undefined ? sheet : undefined);
      refuseExisting(file);
      if (email === undefined) await exportSheet(store, context.timeZone, file);
      else await exportPerson(store, email, file);
    });
}

/** @param now ms since 1970 */
function sheetName(now: number): string {
  return `leads-${new Date(now).toISOString().slice(0, 19).replaceAll(":", "-")}Z.csv`;
}

async function exportSheet(store: Database, timeZone: string, out: string | undefined) {
  const sheet = createLeadSheet({ locale, inbox, leadContent, fields, services });
  let count = 0;

  async function* lines(): AsyncGenerator<string> {
    yield sheet.head();
    for await (const leads of batches(store)) {
      yield sheet.lines(leads, timeZone);
      count += leads.length;
    }
  }

  await writeOut(lines(), out);
  process.stderr.write(`Exported ${counted(count, "lead")}${out === undefined ? "" : ` to ${out}`}.\n`);
}

async function exportPerson(store: Database, email: string, out: string | undefined): Promise<void> {
  const leads = await leadsOf(store, email);
  await writeOut([`${plainJson({ leads }, 2)}\n`], out);
}
