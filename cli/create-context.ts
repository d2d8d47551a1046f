/** The context of a command in a person's terminal and environment. */
import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { createInterface } from "node:readline/promises";
import { readEnv, type Env } from "../server/configuration/env.ts";
import { mailFolderIn } from "../server/outbox/channels/settings.ts";
import { type Context, type Terminal, Failure } from "./context.ts";
import { siteOrigin } from "./connection/find-server.ts";
import { openConnection } from "./connection/connect.ts";
import { DEFAULT_WIDTH } from "./terminal/table.ts";
import { createSignedLinks } from "../server/outbox/links/signed-links.ts";
import { keptSigningSecrets, secretsPath } from "../server/configuration/secrets.ts";

/** Wider lines are hard to read. */
const MAX_WIDTH = 120;

export function createContext(server: () => string | undefined): Context {
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
    mailFile: (deliveryId, kind) => mailFile(env(), deliveryId, kind),
    interrupted,
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

async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new Failure(`${question} Nobody can answer here: add --yes.`);
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const said = await lines.question(`${question} [y/N] `);
  lines.close();
  return /^y(?:es)?$/i.test(said.trim());
}

function mailFile({ dataDir }: Env, deliveryId: string, kind: string): string | undefined {
  const path = join(mailFolderIn(dataDir), `${deliveryId}.${kind}.eml`);
  if (!existsSync(path)) return undefined;
  const fromHere = relative(process.cwd(), path);
  return fromHere.startsWith("..") ? path : `./${fromHere}`;
}

function interrupted(): AbortSignal {
  const controller = new AbortController();
  // Not once: npm passes on the Ctrl-C that the terminal has sent already.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => controller.abort());
  return controller.signal;
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
