/** `deliveries`: what was sent, what waits and what was given up, over all leads. */
import { DELIVERY_STATES, type DeliveryState } from "../../contract/delivery.ts";
import { Command, Option } from "commander";
import { examples, withConnection, type Context, valueOf, shownMoment } from "../context.ts";
import type { DeliveryList, LeadDelivery } from "../../contract/leads-admin.ts";
import { wholeNumber } from "../arguments.ts";
import { plainJson, plainLine, wrap, table, type Column } from "../terminal/table.ts";

const INDENT = " ".repeat(11);

interface Options {
  dead?: true;
  due?: true;
  state?: DeliveryState;
  page: number;
  size: number;
  json?: true;
}

export function deliveriesCommand(context: Context): Command {
  const state = new Option("--state <state>", "only those in this state").choices(DELIVERY_STATES);
  return new Command("deliveries")
    .summary("list what was sent, waits or was given up")
    .description("Lists what was sent for the leads, what waits and what was given up, the oldest first.")
    .addOption(new Option("--dead", "only those that were given up").conflicts(["due", "state"]))
    .addOption(new Option("--due", "only those that wait").conflicts(["dead", "state"]))
    .addOption(state)
    .option("--page <number>", "which page", wholeNumber(1, 1_000_000), 1)
    .option("--size <number>", "how many a page", wholeNumber(1, 100), 25)
    .option("--json", "as JSON")
    .addHelpText("after", examples("deliveries --due", "deliveries --dead --json"))
    .action((options: Options) =>
      withConnection(context, async ({ admin }) => {
        const { page, size, json } = options;
        const list = valueOf(await admin.deliveries({ state: stateOf(options), page, size }));
        if (json) context.terminal.print(plainJson(list, 2));
        else printDeliveries(context, list);
      }),
    );
}

function stateOf({ dead, due, state }: Options): DeliveryState | undefined {
  if (dead) return "dead";
  return due ? "due" : state;
}

function printDeliveries(context: Context, list: DeliveryList): void {
  const { terminal } = context;
  const columns: Column<LeadDelivery>[] = [
    { title: "STATE", width: 9, value: ({ state }) => state },
    {
      title: "WHAT",
      value: ({ kind, target, leadName }) =>
        [kind, plainLine(target), "for", plainLine(leadName)].filter((part) => part !== "").join(" "),
    },
    { title: "ID", width: 36, value: ({ id }) => id },
  ];
  const [title, ...lines] = table(columns, list.deliveries, terminal.width);
  if (title !== undefined && lines.length > 0) terminal.print(title);
  for (const [index, line] of lines.entries()) {
    terminal.print(line);
    const delivery = list.deliveries[index];
    if (delivery) for (const more of reason(delivery, context)) terminal.print(more);
  }
  const pages = list.pages > 1 ? `, page ${list.page} of ${list.pages}` : "";
  terminal.note(`${list.total === 1 ? "1 delivery" : `${list.total} deliveries`}${pages}`);
}

function reason({ state, attempts, nextAt, lastError }: LeadDelivery, context: Context) {
  if (lastError === undefined || (state !== "due" && state !== "dead")) return [];
  const next = state === "due" ? `, next ${shownMoment(nextAt, context)}` : "";
  const text = `${attempts} ${attempts === 1 ? "try" : "tries"}${next}: ${plainLine(lastError)}`;
  return wrap(text, context.terminal.width, INDENT);
}
