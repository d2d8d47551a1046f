/** `import`: an exported file into the store. */
import { Command } from "commander";
import { examples } from "../examples.ts";
import type { Context } from "../context.ts";
import { importStore } from "../transfer/import-store.ts";

export function importCommand(context: Context): Command {
  const command = new Command("import");
  return command
    .summary("put an exported file into the store")
    .description(
      "Puts every row of an exported file into the store. Rows that are there already are left alone: after an " +
        "interruption run it again. A row that is there with other words stops it, and nothing is overwritten.",
    )
    .argument("[file]", "the exported file; without it, the standard input")
    .option(
      "--keep",
      "also leave rows alone that have other words here: they have moved on since an earlier import",
    )
    .addHelpText(
      "after",
      examples(
        "import leads.jsonl",
        "DATABASE_URL=postgres://db.example/leads npm run leads -- import leads.jsonl",
        "gunzip < leads.jsonl.gz | npm run leads -- import",
      ),
    )
    .action((file: string | undefined, { keep = false }: { keep?: boolean }) => {
      if (command.optsWithGlobals()["server"] !== undefined) {
        command.error("error: an import goes into the store itself, and not to a --server");
      }
      return importStore(file, keep, context.terminal.note);
    });
}
