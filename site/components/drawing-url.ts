import type { Content } from "../../contract/content/schema.ts";

export const ANOTHER_TRADE = "another-trade";

/**
 * The mailbox on a card about a mailed link: none
 * sent yet, one sent, one that no longer works.
 */
export type Mailbox = "mailbox" | "mailbox-sent" | "mailbox-bare";

/** @returns undefined if the agency's own drawings have none of this name */
export function drawingUrl(
  name = ANOTHER_TRADE,
  { pictures }: Content,
): string | undefined {
  const { src = "", symbols } = pictures["trades.svg"] ?? {};
  return symbols?.[name] === undefined ? undefined : `${src}#${name}`;
}
