/** `outcome`: what became of a lead. */
import { Argument, Command } from "commander";
import { examples } from "../examples.ts";
import { OUTCOMES, type Outcome } from "../../contract/outcome.ts";
import { leadWords } from "../../site/content/inbox.ts";
import { idArgument } from "../arguments.ts";
import { withConnection, type Context } from "../context.ts";
import { valueOf } from "../failure.ts";
import { plainJson, plainLine } from "../terminal/plain-text.ts";
import { wholeId } from "../whole-id.ts";

export function outcomeCommand(context: Context): Command {
  return new Command("outcome")
    .summary("say what became of a lead")
    .description(
      "Says what became of a lead, which stops its clock. For spam nothing more is sent. `answer --undo` takes it back; " +
        "what was suspected or spam is then treated as if it came now.",
    )
    .argument("<id>", "the lead's id", idArgument)
    .addArgument(new Argument("<outcome>", "what became of it").choices(OUTCOMES))
    .option("--json", "the lead as JSON")
    .addHelpText("after", examples("outcome 3b4c5d6e won", "list --show suspected"))
    .action((id: string, outcome: Outcome, { json }: { json?: true }) =>
      withConnection(context, async ({ admin }) => {
        const detail = valueOf(await admin.outcome({ id: await wholeId(admin, id), outcome }));
        const said = `${plainLine(detail.lead.name)}: ${leadWords.outcomes[outcome]}.`;
        context.terminal.print(json ? plainJson(detail, 2) : said);
      }),
    );
}
