/** `revive`: deliveries that were given up are tried again. */
import { Argument, Command } from "commander";
import type { LeadsAdmin } from "../../server/admin/leads-admin.ts";
import { idArgument } from "../arguments.ts";
import { withConnection, type Context } from "../context.ts";
import { valueOf } from "../failure.ts";
import { plainJson } from "../terminal/plain-text.ts";

interface Options {
  allDead?: true;
  json?: true;
}

const PAGE = 100;

export function reviveCommand(context: Context): Command {
  const command = new Command("revive");
  return command
    .summary("try again what was given up")
    .description("Tries deliveries again that were given up: one, or all of them.")
    .addArgument(new Argument("[id]", "the delivery's id").argParser(idArgument))
    .option("--all-dead", "all that were given up")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      `
Examples:
  npm run leads -- revive 019aa0b1-7c1e-7a66-8d9c-2d0a3b4c5d6e
  npm run leads -- revive --all-dead`,
    )
    .action((id: string | undefined, { allDead, json }: Options) => {
      if ((id === undefined) === (allDead === undefined)) {
        command.error("error: give the id of a delivery, or --all-dead");
      }
      return withConnection(context, async ({ admin }) => {
        const ids = id === undefined ? await reviveAll(admin) : [await revive(admin, id)];
        if (json) return context.terminal.print(plainJson({ revived: ids }, 2));
        const count = ids.length === 1 ? "1 delivery is" : `${ids.length} deliveries are`;
        context.terminal.print(ids.length === 0 ? "Nothing was given up." : `${count} due again.`);
      });
    });
}

async function revive(admin: LeadsAdmin, id: string): Promise<string> {
  valueOf(await admin.revive(id), "There is no delivery with this id that was given up.");
  return id;
}

/** What is revived is not dead any more, so that the first page is always the next. */
async function reviveAll(admin: LeadsAdmin): Promise<string[]> {
  const revived = new Set<string>();
  for (;;) {
    const { deliveries } = valueOf(await admin.deliveries({ state: "dead", page: 1, size: PAGE }));
    const next = deliveries.filter(({ id }) => !revived.has(id));
    if (next.length === 0) return [...revived];
    for (const { id } of next) revived.add(await revive(admin, id));
  }
}
