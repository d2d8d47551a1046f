/** `deliveries`: sent, waiting and dead ones. `retry`, `revive` and `resend` make them due now. */
import { DELIVERY_STATES, type DeliveryState } from "../../contract/delivery.ts";
import { Argument } from "commander";
import {
  counted,
  LeadsCommand,
  printResult,
  okValue,
  shownMoment,
  withConnection,
  Failure,
} from "../context.ts";
import type { Context } from "../context.ts";
import type { LeadDelivery } from "../../contract/leads-admin.ts";
import { wholeNumber, deliveryIdArgument } from "../arguments.ts";
import { plainLine, wrap, table, type Column } from "../terminal/table.ts";
import type { Input } from "../../contract/admin-operations.ts";

const INDENT = " ".repeat(11);

interface Options {
  page: number;
  size: number;
  json?: true;
}

export function deliveriesCommand(context: Context) {
  return new LeadsCommand("deliveries", context)
    .about(
      "Lists the deliveries of all leads, the oldest first.",
      "Waiting ones are due; those that were given up are dead.",
    )
    .addArgument(new Argument("[state]", "only those in this state").choices(DELIVERY_STATES))
    .option("--page <number>", "which page", wholeNumber(1, 1_000_000), 1)
    .option("--size <number>", "deliveries on each page", wholeNumber(1, 100), 25)
    .option("--json", "as JSON")
    .examples("deliveries due", "deliveries dead --json")
    .work(async ({ admin }, state: DeliveryState | undefined, { page, size, json }: Options) => {
      const list = okValue(await admin.deliveries({ state, page, size }));
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

export function retryCommand(context: Context) {
  return new LeadsCommand("retry", context)
    .about("Retries failed deliveries now.", "Their next try may be hours away.")
    .option("--json", "as JSON")
    .examples("retry")
    .action(({ json }: { json?: true }) =>
      sendAgain(context, { all: "waiting" }, "retried", "No failed delivery is waiting for a retry.", json),
    );
}

export function reviveCommand(context: Context) {
  return command(context, {
    name: "revive",
    about: [
      "Retries deliveries that were given up: one, or all of them.",
      "A mail that is withheld, since its mailbox had its mails of the day, is sent by its id.",
    ],
    key: "revived",
    all: ["dead", "--all-dead", "all deliveries that were given up", "No delivery was given up."],
    one: ["unsent", "No delivery with this id was given up or withheld."],
  });
}

export function resendCommand(context: Context) {
  return command(context, {
    name: "resend",
    about: [
      "Sends a delivery again, even if it was sent.",
      "Once SMTP_URL is set, --written sends the mails about open leads and calls that were only written to files. Receivers get it under the same id, so a webhook may drop it as a duplicate.",
    ],
    key: "resent",
    all: [
      "written",
      "--written",
      "all mails about open leads and calls that were written to files",
      "No mail about an open lead or a call is in a file.",
    ],
    one: [
      "tried",
      "No delivery with this id was sent, was given up or is waiting for a retry. Due deliveries " +
        "are sent anyway.",
    ],
  });
}

interface CommandText {
  name: string;
  about: [sentence: string, more: string];
  key: string;
  /** The state that `all` selects, its option and help, and the sentence when there is none. */
  all: [kind: "dead" | "written", option: string, help: string, none: string];
  one: [kind: "unsent" | "tried", none: string];
}

function command(context: Context, { name, about, key, all, one }: CommandText) {
  const [kind, option, help, noneOfAll] = all;
  const [only, none] = one;
  const made = new LeadsCommand(name, context);
  return made
    .about(...about)
    .argument("[id]", "the delivery's id", deliveryIdArgument)
    .option(option, help)
    .option("--json", "as JSON")
    .examples(`${name} 019aa0b1-7c1e-7a66-8d9c-2d0a3b4c5d6e`, `${name} ${option}`)
    .action((id: string | undefined, { json, ...options }: { json?: true }) => {
      const isAll = Object.keys(options).length > 0;
      if ((id === undefined) !== isAll) made.error(`error: give the id of a delivery, or ${option}`);
      return id === undefined
        ? sendAgain(context, { all: kind }, key, noneOfAll, json)
        : sendAgain(context, { id, only }, key, none, json);
    });
}

function sendAgain(context: Context, what: Input<"sendAgain">, key: string, none: string, json?: true) {
  return withConnection(context, async ({ admin }) => {
    const ids = okValue(await admin.sendAgain(what));
    if (ids.length === 0 && "id" in what) throw new Failure(none);
    const said = ids.length === 0 ? none : `${counted(ids.length, "delivery is", "deliveries are")} due now.`;
    printResult(context.terminal, json, { [key]: ids }, said);
  });
}
