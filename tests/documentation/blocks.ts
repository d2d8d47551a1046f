import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { root } from "../../scripts/root.ts";
import { runHere } from "../support/command.ts";

export function blocksOf(page: string): string[] {
  const blocks: string[] = [];
  let lines: string[] = [];
  const end = (): void => {
    const text = lines.join("\n").trimEnd();
    if (text !== "") blocks.push(text);
    lines = [];
  };
  let fenced = false;
  for (const line of readFileSync(join(root, page), "utf8").split("\n")) {
    if (line.startsWith("```")) {
      end();
      fenced = !fenced;
    } else if (fenced) lines.push(line);
    else if (line.startsWith("    ") || (line === "" && lines.length > 0))
      lines.push(line.slice(4));
    else end();
  }
  end();
  return blocks;
}

/** The commands of a block, each with its continuation lines: `\`, a loop's body, a here-document. */
export function commandsOf(text: string): string[] {
  const commands: string[] = [];
  let hereDocumentEnd: string | undefined;
  for (const line of text.split("\n").filter((written) => written !== "")) {
    const last = commands.at(-1) ?? "";
    if (
      hereDocumentEnd !== undefined ||
      last.endsWith("\\") ||
      line.startsWith(" ") ||
      line === "done"
    ) {
      commands[commands.length - 1] = `${last}\n${line}`;
      if (line === hereDocumentEnd) hereDocumentEnd = undefined;
    } else {
      commands.push(line);
      hereDocumentEnd = /<<'?(\w+)'?/.exec(line)?.[1];
    }
  }
  return commands;
}

/** The block of a page that contains this part. @throws {Error} unless exactly one block does */
export function block(page: string, part: string): string {
  const [found, another] = blocksOf(page).filter((text) => text.includes(part));
  if (!found || another)
    throw new Error(`${page} must have exactly one block with "${part}".`);
  return found;
}

export function withoutComment(written: string): string {
  return written.replace(/\s+#[^]*/, "");
}

/** Runs `npm run leads -- …` here, and expects success. @param own what replaces words of the page */
export async function runWritten(
  written: string,
  env: Record<string, string>,
  own: Record<string, string> = {},
): Promise<void> {
  let command = withoutComment(written);
  for (const [there, here] of Object.entries(own))
    command = command.replaceAll(there, here);
  const args = command.replace(/^.*npm run leads -- /, "").split(" ");
  expect({ command, ...(await runHere(args, env)) }).toMatchObject({ code: 0 });
}
