/** `add`: a lead that called. */
import { Command } from "commander";
import { LEAD_COLUMNS, leadColumns, type LeadColumn } from "../../contract/lead.ts";
import { services } from "../../site/content/services.ts";
import { examples, Failure, valueOf, withConnection, type Context } from "../context.ts";
import { plainJson, plainLine } from "../terminal/table.ts";

export function addCommand(context: Context): Command {
  const command = new Command("add")
    .summary("add a lead that called")
    .description(
      "Adds a lead that called. Nobody is mailed; webhooks hear of it. It counts as answered, since somebody spoke with " +
        "it, unless --waits starts the 24-hour clock.",
    );
  const help: Partial<Record<LeadColumn, string>> = {
    email: "the email address, or a phone number",
    selected_service: services.map(({ value }) => value).join(", "),
  };
  for (const column of leadColumns) command.option(`--${optionOf(column)} <text>`, help[column] ?? "");
  return command
    .option("--waits", "start the clock: the call was missed, or is to be returned")
    .option("--json", "the lead as JSON")
    .addHelpText(
      "after",
      examples(
        [
          'add --name "Dana Ortiz" --email "(201) 555-0142"',
          '--company-name "Ortiz HVAC" --selected-service ai-chatbot',
          '--problems "Misses calls after five"',
        ].join(" \\\n    "),
      ),
    )
    .action((options: Record<string, string | true>) =>
      withConnection(context, async ({ admin }) => {
        const given = leadColumns.map((column) => [column, options[LEAD_COLUMNS[column].input] ?? ""]);
        const fields = Object.fromEntries(given);
        const change = valueOf(await admin.add({ fields, waits: options["waits"] === true }));
        if (change.became === "refused")
          throw new Failure(
            change.problems.map(({ column, message }) => `--${optionOf(column)}: ${message}`).join("\n"),
          );
        const { lead } = change.detail;
        const said = `${plainLine(lead.name)} is added as ${lead.id}.`;
        context.terminal.print(options["json"] === true ? plainJson(change.detail, 2) : said);
      }),
    );
}

/** `company-name` for `companyName`. */
function optionOf(column: LeadColumn): string {
  return LEAD_COLUMNS[column].input.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
