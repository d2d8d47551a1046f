/** All commands with their common options, how one is run, and its terminal and environment. */
import { Command, InvalidArgumentError, CommanderError } from "commander";
import { addCommand, answerCommand, outcomeCommand } from "./commands/answer.ts";
import { backupCommand, restoreCommand } from "./commands/backup.ts";
import { canaryCommand, reportCommand } from "./commands/canary.ts";
import { callsCommand } from "./commands/calls.ts";
import { deliveriesCommand, resendCommand } from "./commands/deliveries.ts";
import { exportCommand, importCommand } from "./commands/export.ts";
import { funnelCommand, listCommand, showCommand } from "./commands/list.ts";
import { inboxCommand, sessionsCommand } from "./commands/inbox.ts";
import { deleteCommand, eraseCommand } from "./commands/remove.ts";
import { testCommand } from "./commands/test.ts";
import { Failure, type Context, type Terminal } from "./context.ts";
import { fromHere, sentenceOf } from "../server/configuration/data-dir.ts";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { readEnv, type Env } from "../server/configuration/env.ts";
import { mailFileIn } from "../server/outbox/channels/mail/mail-folder.ts";
import { mailFolderIn } from "../server/outbox/channels/settings.ts";
import { siteOrigin } from "./connection/remote-admin.ts";
import { openConnection } from "./connection/connect.ts";
import { DEFAULT_WIDTH } from "./terminal/table.ts";
import { createSignedLinks } from "../server/outbox/links/signed-links.ts";
import { keptSigningSecrets, secretsPath } from "../server/configuration/secrets.ts";

const COMMANDS = [
  [listCommand, showCommand, addCommand, answerCommand, outcomeCommand, callsCommand],
  [inboxCommand, funnelCommand, sessionsCommand],
  [deliveriesCommand, resendCommand, testCommand],
  [canaryCommand, reportCommand],
  [backupCommand, restoreCommand, exportCommand, importCommand],
  [deleteCommand, eraseCommand],
].flat();

const FAILED = 1;
const MISUSED = 2;

/** @param contextOf receives a function that returns the address in `--server`, once the arguments are parsed */
export function createProgram(contextOf: (server: () => string | undefined) => Context): Command {
  const program = new Command("npm run leads --");
  const context = contextOf(() => program.opts<{ server?: string }>().server);
  program
    .description("Manages the leads of this site, whether or not it is running.")
    .option(
      "--server <url>",
      "the address of a server elsewhere; LEADS_SECRET_KEY is its key",
      serverArgument,
    )
    .addHelpText(
      "after",
      `
If the site runs on this machine, the commands call it over HTTP. Otherwise
they open the store: DATABASE_URL, or a file in DATA_DIR. backup, restore,
import, and export as jsonl always open the store.

Exit codes: 0 done, ${FAILED} failed, ${MISUSED} wrong usage.`,
    );
  for (const command of COMMANDS) program.addCommand(command(context));
  const commands = [program, ...program.commands, ...program.commands.flatMap((one) => one.commands)];
  for (const command of commands) command.exitOverride().showHelpAfterError("(add --help for the usage)");
  return program;
}

/** Another machine is reached only over TLS: anybody on the path there could read the secret key. */
function serverArgument(value: string): string {
  const { protocol, hostname, origin } = URL.parse(value) ?? {};
  const isHere = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname ?? "");
  if (origin !== undefined && (protocol === "https:" || (protocol === "http:" && isHere))) return origin;
  throw new InvalidArgumentError(
    "It must be an address like https://agency.example; http:// would show the secret key on its way.",
  );
}

/** The exit code of a program that wrote to a closed pipe, as shells report it: 128 and the number of SIGPIPE. */
const NOBODY_READS = 141;

export async function run(): Promise<void> {
  process.stdout.on("error", (error) => {
    if (!("code" in error) || error.code !== "EPIPE") throw error;
    process.exit(NOBODY_READS);
  });
  try {
    await createProgram(createContext).parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) {
      // Commander has already printed it.
      process.exitCode = error.exitCode === 0 ? 0 : MISUSED;
    } else {
      process.stderr.write(`${sentenceOf(error)}\n`);
      process.exitCode = FAILED;
    }
  }
}

/** Wider lines are hard to read. */
const MAX_WIDTH = 120;

function createContext(server: () => string | undefined): Context {
  const terminal = createTerminal();
  let known: Env | undefined;
  const env = (): Env => (known ??= readEnv());
  return {
    terminal,
    openConnection: () => openConnection(env(), server(), terminal.note),
    now: Date.now,
    get timeZone() {
      return env().outbox.timeZone;
    },
    inboxLink: async (expiresAt) => {
      const origin = server() ?? (await siteOrigin(env()));
      const links = createSignedLinks(linkSecret(env(), server()));
      return links.url(origin, { purpose: "inbox", subject: "", expiresAt });
    },
    mailFile: (deliveryId, kind) => {
      const path = mailFileIn(mailFolderIn(env().dataDir), `${deliveryId}.${kind}`);
      return existsSync(path) ? fromHere(path) : undefined;
    },
  };
}

function createTerminal(): Terminal {
  const columns = process.stdout.isTTY ? process.stdout.columns : DEFAULT_WIDTH;
  return {
    print: (line) => void process.stdout.write(`${line}\n`),
    note: (line) => void process.stderr.write(`${line}\n`),
    confirm,
    width: Math.max(DEFAULT_WIDTH, Math.min(MAX_WIDTH, columns)),
  };
}

async function confirm(question: string, about: readonly string[] = []): Promise<boolean> {
  if (!process.stdin.isTTY) throw new Failure(`${question} Nobody can answer here: add --yes.`);
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const said = await lines.question([...about, `${question} [y/N] `].join("\n"));
  lines.close();
  return /^y(?:es)?$/i.test(said.trim());
}

/** @param server undefined: this machine's @throws {Failure} when it is unknown, because no server would know a new one */
function linkSecret({ dataDir, outbox }: Env, server: string | undefined): string {
  if (outbox.linkSecret !== undefined) return outbox.linkSecret;
  if (server !== undefined)
    throw new Failure(
      `Set LINK_SECRET to that of ${server}: a link signed with another secret opens nothing.`,
    );
  if (!existsSync(secretsPath(dataDir))) {
    throw new Failure(
      `There is no ${secretsPath(dataDir)}. Start the site once, or set DATA_DIR or LINK_SECRET to ` +
        `the site's values.`,
    );
  }
  return keptSigningSecrets(dataDir, outbox).load().linkSecret;
}
