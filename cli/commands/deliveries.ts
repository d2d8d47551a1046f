/** `deliveries`: sent, waiting and dead deliveries of all leads. */
import { DELIVERY_STATES, type DeliveryState } from "../../contract/delivery.ts";
import { Option } from "commander";
import { counted, LeadsCommand, printResult, type Context, valueOf, shownMoment } from "../context.ts";
import type { LeadDelivery } from "../../contract/leads-admin.ts";
import { wholeNumber } from "../arguments.ts";
import { plainLine, wrap, table, type Column } from "../terminal/table.ts";

const INDENT = " ".repeat(11);

interface Options {
  dead?: true;
  due?: true;
  state?: DeliveryState;
  page: number;
  size: number;
  json?: true;
}

export function deliveriesCommand(context: Context) {
  const state = new Option("--state <state>", "only those in this state").choices(DELIVERY_STATES);
  return new LeadsCommand("deliveries", context)
    .summary("list deliveries: sent, waiting or given up")
    .description("Lists deliveries that were sent, wait or were given up, the oldest first.")
    .addOption(new Option("--dead", "only those that were given up").conflicts(["due", "state"]))
    .addOption(new Option("--due", "only those that wait").conflicts(["dead", "state"]))
    .addOption(state)
    .option("--page <number>", "which page", wholeNumber(1, 1_000_000), 1)
    .option("--size <number>", "deliveries on each page", wholeNumber(1, 100), 25)
    .option("--json", "as JSON")
    .examples("deliveries --due", "deliveries --dead --json")
    .work(async ({ admin }, { dead, due, state: named, page, size, json }: Options) => {
      const chosen = dead ? "dead" : due ? "due" : named;
      const list = valueOf(await admin.deliveries({ state: chosen, page, size }));
      printResult(context.terminal, json, list, ...deliveryLines(context, list.deliveries));
      const pages = list.pages > 1 ? `, page ${list.page} of ${list.pages}` : "";
      if (!json) context.terminal.note(counted(list.total, "delivery", "deliveries") + pages);
    });
}

function deliveryLines(context: Context, deliveries: readonly LeadDelivery[]): string[] {
  const columns: Column<LeadDelivery>[] = [
    { title: "STATE", width: 9, value: ({ state }) => state },
    {
      title: "WHAT",
      value: ({ kind, target, leadName }) =>
        [kind, plainLine(target), "for", plainLine(leadName)].filter((part) => part !== "").join(" "),
    },
    { title: "ID", width: 36, value: ({ id }) => id },
  ];
  return table(columns, deliveries, context.terminal.width).flatMap((line, index) => {
    // The first line is the title.
    const delivery = deliveries[index - 1];
    return delivery ? [line, ...reason(delivery, context)] : [line];
  });
}

function reason({ state, attempts, nextAt, lastError }: LeadDelivery, context: Context) {
  if (lastError === undefined || (state !== "due" && state !== "dead")) return [];
  const next = state === "due" ? `, next ${shownMoment(nextAt, context)}` : "";
  const text = `${counted(attempts, "try", "tries")}${next}: ${plainLine(lastError)}`;
  return wrap(text, context.terminal.width, INDENT);
}
