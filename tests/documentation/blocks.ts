import { readFileSync } from "node:fs";
import { join } from "node:path";
import { lexer, walkTokens } from "marked";
import { expect } from "vitest";
import { root } from "../../scripts/root.ts";
import { runHere } from "../support/command.ts";

export function blocksOf(page: string): string[] {
  const blocks: string[] = [];
  const tokens = lexer(readFileSync(join(root, page), "utf8"));
  void walkTokens(tokens, (token) => {
    if (token.type === "code") blocks.push(token["text"].trimEnd());
  });
  return blocks;
}

/** The commands of a block, each with its lines after a `\`. */
export const commandsOf = (text: string) =>
  text.split(/(?<!\\)\n+(?! )/).filter((command) => command !== "");

/**
 * The block of a page that contains this part.
 * @throws {Error} unless exactly one block does
 */
export function block(page: string, part: string): string {
  const [found, another] = blocksOf(page).filter((text) => text.includes(part));
  if (!found || another)
    throw new Error(`${page} must have exactly one block with "${part}".`);
  return found;
}

export function withoutComment(written: string): string {
  return written.replace(/\s+#[^]*/, "");
}

/**
 * Runs `npm run leads -- …` here, and expects
 * success. @param own what replaces words of the page
 */
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
