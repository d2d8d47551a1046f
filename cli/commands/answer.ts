/** `answer` stops a lead's clock; `outcome` says what became of the lead. */
import { Command, Argument } from "commander";
import { examples, withConnection, type Context, valueOf } from "../context.ts";
import { idArgument, wholeId } from "../arguments.ts";
import { plainJson, plainLine } from "../terminal/table.ts";
import { OUTCOMES, type Outcome } from "../../contract/outcome.ts";
import { leadContent } from "../../site/content/inbox.ts";

interface Options {
  undo?: true;
  json?: true;
}

export function answerCommand(context: Context): Command {
  return new Command("answer")
    .summary("mark a lead as answered")
    .description("Marks a lead as answered: its clock stops, and no more reminders are sent.")
    .argument("<id>", "the lead's id", idArgument)
    .option("--undo", "not answered after all: the clock goes on where it stood")
    .option("--json", "the lead as JSON")
    .addHelpText(
      "after",
      examples(
        "answer 019aa0b1-7c1e-7a66-8d9c-2d0a3b4c5d6e",
        "answer 019aa0b1-7c1e-7a66-8d9c-2d0a3b4c5d6e --undo",
      ),
    )
    .action((id: string, { undo, json }: Options) =>
      withConnection(context, async ({ admin }) => {
        const whole = await wholeId(admin, id);
        const detail = valueOf(await (undo ? admin.reopen({ id: whole }) : admin.answer({ id: whole })));
        const name = plainLine(detail.lead.name);
        if (json) context.terminal.print(plainJson(detail, 2));
        else context.terminal.print(undo ? `${name} waits for an answer again.` : `${name} is answered.`);
      }),
    );
}

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
        const said = `${plainLine(detail.lead.name)}: ${leadContent.outcomes[outcome]}.`;
        context.terminal.print(json ? plainJson(detail, 2) : said);
      }),
    );
}
