/** `funnel`: what visits came to, by source. */
import { Command } from "commander";
import { FIGURES, sumOf, type SourceFigures } from "../../contract/funnel.ts";
import { inbox } from "../../site/content/inbox.ts";
import { wholeNumber } from "../arguments.ts";
import { withConnection, type Context, valueOf, examples } from "../context.ts";
import { plainJson, plainLine, table, type Column } from "../terminal/table.ts";

const COLUMNS: Column<SourceFigures>[] = [
  { title: "SOURCE", value: ({ source }) => plainLine(source) },
  ...FIGURES.map((name) => ({
    title: name.toUpperCase(),
    width: name.length,
    value: (row: SourceFigures) => String(row[name]).padStart(name.length),
  })),
];

export function funnelCommand(context: Context): Command {
  return new Command("funnel")
    .summary("show what visits came to, by source")
    .description("Shows what visits of the latest days came to, by where they came from.")
    .option("--days <number>", "how many, today included", wholeNumber(1, 366), 30)
    .option("--json", "as JSON")
    .addHelpText("after", examples("funnel", "funnel --days 90 --json"))
    .action(({ days, json }: { days: number; json?: true }) =>
      withConnection(context, async ({ admin }) => {
        const { terminal, timeZone } = context;
        const funnel = valueOf(await admin.funnel({ days, timeZone }));
        if (json) return terminal.print(plainJson(funnel, 2));
        const { sources } = funnel;
        if (sources.length === 0) return terminal.note(inbox.funnel.empty);
        const rows = [...sources, sumOf(inbox.funnel.all, sources)];
        for (const line of table(COLUMNS, rows, terminal.width)) terminal.print(line);
        terminal.note(inbox.funnel.note);
      }),
    );
}
