/** `funnel`: the steps of visits, by source. */
import { FIGURES, sumOf, type SourceFigures } from "../../contract/funnel.ts";
import { inbox } from "../../site/content/inbox.ts";
import { wholeNumber } from "../arguments.ts";
import { LeadsCommand, printResult, type Context, valueOf } from "../context.ts";
import { plainLine, table, type Column } from "../terminal/table.ts";

const COLUMNS: Column<SourceFigures>[] = [
  { title: "SOURCE", value: ({ source }) => plainLine(source) },
  ...FIGURES.map((name) => ({
    title: name.toUpperCase(),
    width: name.length,
    value: (row: SourceFigures) => String(row[name]).padStart(name.length),
  })),
];

export function funnelCommand(context: Context) {
  return new LeadsCommand("funnel", context)
    .summary("count visits, forms and calls by source")
    .description("Shows visits, forms, leads and calls of the latest days, by source.")
    .option("--days <number>", "the number of days, including today", wholeNumber(1, 366), 30)
    .option("--json", "as JSON")
    .examples("funnel", "funnel --days 90 --json")
    .work(async ({ admin }, { days, json }: { days: number; json?: true }) => {
      const { terminal, timeZone } = context;
      const funnel = valueOf(await admin.funnel({ days, timeZone }));
      const { sources } = funnel;
      const rows = sources.length > 0 ? [...sources, sumOf(inbox.funnel.all, sources)] : [];
      printResult(terminal, json, funnel, ...table(COLUMNS, rows, terminal.width));
      if (!json) terminal.note(sources.length > 0 ? inbox.funnel.note : inbox.funnel.empty);
    });
}
