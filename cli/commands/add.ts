/** `add`: a lead that called. */
import { LEAD_COLUMNS, leadColumns, type LeadColumn } from "../../contract/lead.ts";
import { services } from "../../site/content/services.ts";
import { Failure, LeadsCommand, printResult, valueOf, type Context } from "../context.ts";
import { plainLine } from "../terminal/table.ts";

export function addCommand(context: Context) {
  const command = new LeadsCommand("add", context)
    .summary("add a lead that called")
    .description(
      "Adds a lead that called. No mail is sent; webhooks get the lead. It counts as answered, " +
        "since somebody spoke with it, unless --waits starts the 24-hour clock.",
    );
  const help: Partial<Record<LeadColumn, string>> = {
    email: "the email address, or a phone number",
    selected_service: services.map(({ value }) => value).join(", "),
  };
  for (const column of leadColumns) command.option(`--${optionOf(column)} <text>`, help[column] ?? "");
  return command
    .option("--waits", "start the clock: nobody has spoken with this lead yet")
    .option("--json", "the lead as JSON")
    .examples(
      [
        'add --name "Dana Ortiz" --email "(201) 555-0142"',
        '--company-name "Ortiz HVAC" --selected-service ai-chatbot',
        '--problems "Misses calls after five"',
      ].join(" \\\n    "),
    )
    .work(async ({ admin }, options: Record<string, string | true>) => {
      const given = leadColumns.map((column) => [column, options[LEAD_COLUMNS[column].input] ?? ""]);
      const fields = Object.fromEntries(given);
      const change = valueOf(await admin.add({ fields, waits: options["waits"] === true }));
      if (change.became === "refused")
        throw new Failure(
          change.problems.map(({ column, message }) => `--${optionOf(column)}: ${message}`).join("\n"),
        );
      const { name, id } = change.detail.lead;
      const said = `Added ${plainLine(name)} as ${id}.`;
      printResult(context.terminal, options["json"] === true, change.detail, said);
    });
}

/** `company-name` for `companyName`. */
function optionOf(column: LeadColumn): string {
  return LEAD_COLUMNS[column].input.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
