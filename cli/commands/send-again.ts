/** `retry`, `revive` and `resend`: deliveries are due now, whatever kept them. */
import { counted, LeadsCommand, printResult, withConnection, Failure, valueOf } from "../context.ts";
import type { Context } from "../context.ts";
import type { Input } from "../../contract/admin-operations.ts";
import { deliveryIdArgument } from "../arguments.ts";

export function retryCommand(context: Context) {
  return new LeadsCommand("retry", context)
    .summary("try now what waits for another try")
    .description("Tries deliveries now that failed and wait for another try, which may be hours away.")
    .option("--json", "as JSON")
    .examples("retry")
    .action(({ json }: { json?: true }) =>
      sendAgain(context, { all: "waiting" }, "retried", "Nothing waits for another try.", json),
    );
}

export function reviveCommand(context: Context) {
  return command(context, {
    name: "revive",
    summary: "try again what was given up",
    description: "Tries deliveries again that were given up: one, or all of them.",
    key: "revived",
    all: ["dead", "--all-dead", "all that were given up", "Nothing was given up."],
    one: ["dead", "There is no delivery with this id that was given up."],
  });
}

export function resendCommand(context: Context) {
  return command(context, {
    name: "resend",
    summary: "send a delivery again",
    description:
      "Sends a delivery again, whatever became of it; or, once SMTP_URL is set, the mails about open leads and calls " +
      "that were only written to files. Receivers get it under the same id, so a webhook that has it may drop it.",
    key: "resent",
    all: [
      "written",
      "--written",
      "all mails about open leads and calls that were written to files",
      "No mail about an open lead or a call lies in a file.",
    ],
    one: [
      "tried",
      "There is no delivery with this id that was sent, was given up or waits for another try. What is due is sent anyway.",
    ],
  });
}

interface CommandText {
  name: string;
  summary: string;
  description: string;
  key: string;
  /** Which all are, the option and its help, and the sentence for when there is none. */
  all: [kind: "dead" | "written", option: string, help: string, none: string];
  one: [kind: "dead" | "tried", none: string];
}

function command(context: Context, { name, summary, description, key, all, one }: CommandText) {
  const [kind, option, help, noneOfAll] = all;
  const [only, none] = one;
  const made = new LeadsCommand(name, context);
  return made
    .summary(summary)
    .description(description)
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
    const ids = valueOf(await admin.sendAgain(what));
    if (ids.length === 0 && "id" in what) throw new Failure(none);
    const said = ids.length === 0 ? none : `${counted(ids.length, "delivery is", "deliveries are")} due now.`;
    printResult(context.terminal, json, { [key]: ids }, said);
  });
}
