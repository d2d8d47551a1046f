/** `answer`: stops a lead's clock. */
import { Command } from "commander";
import { examples } from "../examples.ts";
import { idArgument } from "../arguments.ts";
import { withConnection, type Context } from "../context.ts";
import { valueOf } from "../failure.ts";
import { plainJson, plainLine } from "../terminal/plain-text.ts";
import { wholeId } from "../whole-id.ts";

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
