/** `add`: a lead that called. `answer` stops a lead's clock; `outcome` records the lead's result. */
import { Argument } from "commander";
import { LeadsCommand, okValue, Failure, type Context } from "../context.ts";
import { idArgument, wholeId } from "../arguments.ts";
import { plainLine } from "../terminal/table.ts";
import { OUTCOMES, type Outcome } from "../../contract/outcome.ts";
import { LEAD_COLUMNS, leadColumns, leadField, type LeadColumn } from "../../contract/lead.ts";
import { inbox, leadContent, services } from "../content.ts";

export function answerCommand(context: Context) {
  return new LeadsCommand("answer", context)
    .about("Marks a lead as answered: its clock stops, and no more reminders are sent.")
    .argument("<id>", "the lead's id", idArgument)
    .option("--undo", "not answered after all: the clock continues")
    .examples(
      "answer 019aa0b1-7c1e-7a66-8d9c-2d0a3b4c5d6e",
      "answer 019aa0b1-7c1e-7a66-8d9c-2d0a3b4c5d6e --undo",
    )
    .prints(async ({ admin }, id: string, { undo }: { undo?: true }) => {
      const whole = await wholeId(admin, id);
      const detail = okValue(await (undo ? admin.reopen({ id: whole }) : admin.answer({ id: whole })));
      const became = undo ? "waits for an answer again" : "is answered";
      return { found: detail, lines: [`${plainLine(detail.lead.name)} ${became}.`] };
    });
}

export function outcomeCommand(context: Context) {
  return new LeadsCommand("outcome", context)
    .about(
      "Sets the outcome of a lead, which stops its clock.",
      "For spam nothing more is sent. `answer --undo` takes it back; a lead that was suspected or spam is then treated as if it had just arrived.",
    )
    .argument("<id>", "the lead's id", idArgument)
    .addArgument(new Argument("<outcome>", "the outcome").choices(OUTCOMES))
    .examples("outcome 3b4c5d6e won", "list --show suspected")
    .prints(async ({ admin }, id: string, outcome: Outcome) => {
      const detail = okValue(await admin.outcome({ id: await wholeId(admin, id), outcome }));
      return { found: detail, lines: [`${plainLine(detail.lead.name)}: ${leadContent.outcomes[outcome]}.`] };
    });
}

export function addCommand(context: Context) {
  const command = new LeadsCommand("add", context).about(
    "Adds a lead that called.",
    "No mail is sent; webhooks get the lead. It counts as answered, since somebody spoke with it, unless --waits starts the 24-hour clock.",
  );
  const help: Partial<Record<LeadColumn, string>> = {
    email: "the email address, or a phone number",
    selected_service: services.map(({ value }) => value).join(", "),
  };
  for (const column of leadColumns) command.option(`--${optionOf(column)} <text>`, help[column] ?? "");
  return command
    .option("--waits", "start the clock: nobody has spoken with this lead yet")
    .examples(
      [
        'add --name "Dana Ortiz" --email "(201) 555-0142"',
        '--company-name "Ortiz HVAC" --selected-service ai-chatbot',
        '--problems "Misses calls after five"',
      ].join(" \\\n    "),
    )
    .prints(async ({ admin }, options: Record<string, string | true>) => {
      const given = leadColumns.map((column) => [column, options[LEAD_COLUMNS[column].input] ?? ""]);
      const fields = Object.fromEntries(given);
      const change = okValue(await admin.add({ fields, waits: options["waits"] === true }));
      if (change.became === "refused") {
        const said = change.problems.map(({ column, message }) => {
          const isEmail = leadField(column).kind === "email";
          return `--${optionOf(column)}: ${isEmail ? inbox.edit.neitherEmailNorPhone : message}`;
        });
        throw new Failure(said.join("\n"));
      }
      const { name, id } = change.detail.lead;
      return { found: change.detail, lines: [`Added ${plainLine(name)} as ${id}.`] };
    });
}

/** `company-name` for `companyName`. */
function optionOf(column: LeadColumn): string {
  return LEAD_COLUMNS[column].input.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
