/** Shared parts of all commands: terminal, time, the store, failures, and examples in the help. */
import { existsSync } from "node:fs";
import { Command } from "commander";
import type { openConnection } from "./store-connection.ts";
import { moment } from "../contract/locale/times.ts";
import { OperatorError } from "../server/settings/operator-error.ts";
import { language } from "./content.ts";
import { number } from "./plain-text.ts";

export interface Terminal {
  print: (line: string) => void;
  note: (line: string) => void;
  /** Asks, and waits. @param about lines to read first @throws {OperatorError} without a person */
  confirm: (question: string, about?: readonly string[]) => Promise<boolean>;
}

/** Closed by `await using`. */
export type Connection = Awaited<ReturnType<typeof openConnection>>;

export interface Context {
  terminal: Terminal;
  /** @throws {OperatorError} when there is no store */
  openConnection: () => Promise<Connection>;
  now: () => number;
  readonly timeZone: string;
}

export function shownMoment(iso: string, { now, timeZone }: Context): string {
  return moment(iso, { now: now(), timeZone }, language);
}

/** @throws {OperatorError} when the file exists, because it may be the only copy of something */
export function refuseExisting(file: string | undefined): void {
  if (file !== undefined && existsSync(file))
    throw new OperatorError(`${file} already exists. Name another file.`);
}

/** `1 lead`, `2 leads`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${number(count)} ${count === 1 ? one : many}`;
}

type Arguments = Parameters<Parameters<Command["action"]>[0]>;

export class LeadsCommand extends Command {
  readonly #context: Context;

  constructor(name: string, context: Context) {
    super(name);
    this.#context = context;
  }

  /** @param calls the text after `npm run leads -- ` */
  examples(...calls: string[]): this {
    const lines = calls.map((call) => `  npm run leads -- ${call}`);
    const title = lines.length === 1 ? "Example:" : "Examples:";
    return this.addHelpText("after", ["", title, ...lines].join("\n"));
  }

  /** @param sentence says in lists of commands, too, what the command does */
  about(sentence: string, more = ""): this {
    return this.summary(sentence).description(`${sentence} ${more}`.trim());
  }

  work(work: (connection: Connection, ...args: Arguments) => Promise<void>): this {
    return this.action(async (...args) => {
      await using connection = await this.#context.openConnection();
      await work(connection, ...args);
    });
  }
}
