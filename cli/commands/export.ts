/** `export`: the whole store for another store, or the leads for a spreadsheet. `import`: reads an exported file. */
import { Option } from "commander";
import { createLeadSheet } from "../../contract/lead-sheet.ts";
import type { LeadsAdmin } from "../../contract/admin-operations.ts";
import { counted, LeadsCommand, withConnection, type Context } from "../context.ts";
import { batches, leadsOf, personArgument } from "../arguments.ts";
import { exportStore, importStore } from "../transfer/transfer.ts";
import { plainJson } from "../terminal/table.ts";
import { exportPath, refuseExisting, writeOut } from "../write-out.ts";
import { fields, inbox, leadContent, services } from "../content.ts";

interface Options {
  format: "jsonl" | "csv";
  out?: string;
  email?: string;
}

export function exportCommand(context: Context) {
  return new LeadsCommand("export", context)
    .about(
      "Writes the whole store to a file, or the leads for a spreadsheet.",
      "jsonl: a snapshot of every table as JSON Lines, for `import`. csv: only the leads; a text that could be taken for a formula gets an apostrophe in front. The site may run meanwhile. The file contains visitors' data; only its owner can read it.",
    )
    .addOption(new Option("-f, --format <format>", "the format").choices(["jsonl", "csv"]).default("jsonl"))
    .option(
      "-o, --out <file>",
      "write to this new file; a name without a folder is in DATA_DIR/exports",
      exportPath,
    )
    .option("--email <address>", "everything kept about one person who asked for it, as JSON", personArgument)
    .examples(
      "export --out leads.jsonl",
      "npm --silent run leads -- export | gzip > leads.jsonl.gz",
      "export --format csv --out leads.csv",
      "export --email dana@example.com --out dana.json",
    )
    .action(async ({ format, out, email }: Options) => {
      if (email !== undefined) {
        refuseExisting(out);
        return withConnection(context, ({ admin }) => exportPerson(admin, email, out));
      }
      // A pipe gets the export, a terminal never: it would show all visitors.
      const file = out ?? (process.stdout.isTTY ? exportPath(nameAt(context.now(), format)) : undefined);
      refuseExisting(file);
      if (format === "jsonl") await exportStore(file, context.terminal.note);
      else await withConnection(context, ({ admin }) => exportSheet(admin, context.timeZone, file));
    });
}

/** @param now ms since 1970 */
function nameAt(now: number, format: Options["format"]): string {
  return `leads-${new Date(now).toISOString().slice(0, 19).replaceAll(":", "-")}Z.${format}`;
}

export function importCommand(context: Context) {
  return new LeadsCommand("import", context)
    .about(
      "Imports every row of an exported file.",
      "Rows that are already there are skipped, so you can run an interrupted import again. A row that is there with other content stops the import, and nothing is overwritten.",
    )
    .argument(
      "[file]",
      "the exported file, in DATA_DIR/exports if it has no folder; without it, the standard input",
      exportPath,
    )
    .option("--keep", "also skip rows with other content here: they have changed since an earlier import")
    .examples(
      "import leads.jsonl",
      "DATABASE_URL=postgres://db.example/leads npm run leads -- import leads.jsonl",
      "gunzip < leads.jsonl.gz | npm run leads -- import",
    )
    .action((file: string | undefined, { keep = false }: { keep?: boolean }) => {
      return importStore(file, keep, context.terminal.note);
    });
}

async function exportSheet(admin: LeadsAdmin, timeZone: string, out: string | undefined) {
  const sheet = createLeadSheet({ inbox, leadContent, fields, services });
  let count = 0;

  async function* lines(): AsyncGenerator<string> {
    yield sheet.head();
    for await (const leads of batches(admin)) {
      yield sheet.lines(leads, timeZone);
      count += leads.length;
    }
  }

  await writeOut(lines(), out);
  process.stderr.write(`Exported ${counted(count, "lead")}${out === undefined ? "" : ` to ${out}`}.\n`);
}

async function exportPerson(admin: LeadsAdmin, email: string, out: string | undefined): Promise<void> {
  const leads = await leadsOf(admin, email);
  await writeOut([`${plainJson({ leads }, 2)}\n`], out);
}
