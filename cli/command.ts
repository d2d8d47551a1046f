/** What commands share. */
import { existsSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { Command } from "commander";
import { moment } from "../contract/locale/times.ts";
import { readEnv } from "../server/settings/env.ts";
import { OperatorError } from "../server/settings/operator-error.ts";
import type { Services } from "../server/services.ts";
import { language } from "./content.ts";

export function shownMoment(iso: string, timeZone: string): string {
  return moment(iso, { now: Date.now(), timeZone }, language);
}

/** @throws {OperatorError} when the file exists, because it may be the only copy of something */
export function refuseExisting(file: string | undefined): void {
  if (file !== undefined && existsSync(file))
    throw new OperatorError(`${file} already exists. Name another file.`);
}

/** `1 lead`, `2,000 leads`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
}

/** @param about lines to read before the question @throws {OperatorError} without a terminal */
export async function confirm(question: string, about: readonly string[]): Promise<boolean> {
  if (!process.stdin.isTTY) throw new OperatorError(`${question} Nobody can answer here: add --yes.`);
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await lines.question([...about, `${question} [y/N] `].join("\n"));
  lines.close();
  return /^y(?:es)?$/i.test(answer.trim());
}

type Arguments = Parameters<Parameters<Command["action"]>[0]>;

export class LeadsCommand extends Command {
  examples(...calls: string[]): this {
    const lines = calls.map((call) => `  npm run leads -- ${call}`);
    const title = lines.length === 1 ? "Example:" : "Examples:";
    return this.addHelpText("after", ["", title, ...lines].join("\n"));
  }

  /** @param sentence also in the list of commands @param more only in the command's own help */
  about(sentence: string, more = ""): this {
    return this.summary(sentence).description(`${sentence} ${more}`.trim());
  }

  /** Runs the command with an open store. @throws {OperatorError} when there is none */
  work(run: (services: Services, ...args: Arguments) => Promise<void>): this {
    return this.action(async (...args) => {
      // Loaded on demand, because it takes most of the start's time.
      const { openConnection } = await import("./store-connection.ts");
      await using connection = await openConnection(readEnv());
      await run(connection.services, ...args);
    });
  }
}
