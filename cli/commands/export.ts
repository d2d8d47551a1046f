/** `export`: the whole store for another store, or the leads for a spreadsheet. `import`: an exported file into the store. */
import { Option } from "commander";
import { LeadsCommand, withConnection, type Context } from "../context.ts";
import { personArgument } from "../arguments.ts";
import { exportStore, importStore } from "../transfer/import-store.ts";
import { exportPerson, exportSheet } from "../csv.ts";
import { refuseExisting } from "../write-out.ts";

interface Options {
  format: "jsonl" | "csv";
  out?: string;
  bom?: boolean;
  email?: string;
}

export function exportCommand(context: Context) {
  const command = new LeadsCommand("export", context);
  return command
    .summary("write the whole store to a file, or the leads for a spreadsheet")
    .description(
      "jsonl: a snapshot of every table as JSON Lines, for `import`. csv: only the leads, for a " +
        "spreadsheet; a text that could be taken for a formula gets an apostrophe in front. The site " +
        "may run meanwhile. The file contains visitors' data; only its owner can read it.",
    )
    .addOption(new Option("-f, --format <format>", "the format").choices(["jsonl", "csv"]).default("jsonl"))
    .option("-o, --out <file>", "write to this new file instead of the standard output")
    .option("--email <address>", "everything kept about one person who asked for it, as JSON", personArgument)
    .option("--bom", "begin the csv with a byte order mark, for spreadsheets that guess the encoding")
    .examples(
      "export --out leads.jsonl",
      "npm --silent run leads -- export | gzip > leads.jsonl.gz",
      "export --format csv --bom --out leads.csv",
      "export --email dana@example.com --out dana.json",
    )
    .action(async ({ format, out, bom = false, email }: Options) => {
      if (email !== undefined) {
        refuseExisting(out);
        return withConnection(context, ({ admin }) => exportPerson(admin, email, out));
      }
      if (format === "jsonl" && command.optsWithGlobals()["server"] !== undefined) {
        command.error("error: jsonl reads the store itself; use --server with --format csv");
      }
      if (bom && format !== "csv") command.error("error: --bom goes with --format csv");
      refuseExisting(out);
      if (format === "jsonl") await exportStore(out, context.terminal.note);
      else
        await withConnection(context, ({ admin }) =>
          exportSheet(admin, { out, bom, timeZone: context.timeZone }),
        );
    });
}

export function importCommand(context: Context) {
  const command = new LeadsCommand("import", context);
  return command
    .summary("import an exported file into the store")
    .description(
      "Imports every row of an exported file. Rows that are already there are skipped, so you can " +
        "run an interrupted import again. A row that is there with other content stops the import, and " +
        "nothing is overwritten.",
    )
    .argument("[file]", "the exported file; without it, the standard input")
    .option("--keep", "also skip rows with other content here: they have changed since an earlier import")
    .examples(
      "import leads.jsonl",
      "DATABASE_URL=postgres://db.example/leads npm run leads -- import leads.jsonl",
      "gunzip < leads.jsonl.gz | npm run leads -- import",
    )
    .action((file: string | undefined, { keep = false }: { keep?: boolean }) => {
      if (command.optsWithGlobals()["server"] !== undefined) {
        command.error("error: import writes to the store itself, not to a --server");
      }
      return importStore(file, keep, context.terminal.note);
    });
}
