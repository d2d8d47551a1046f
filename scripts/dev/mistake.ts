/** What `npm run dev` shows of a mistake: Vite's overlay, in plain words. */
import { stripVTControlCharacters } from "node:util";
import * as v from "valibot";
import { messageOf } from "../../contract/error-code.ts";
import { escapeMarkup } from "../../contract/escape-markup.ts";
import { ContentError } from "../../server/content/content-error.ts";

export const MistakeSchema = v.object({ message: v.string(), stack: v.string() });

/** Compilers color what they say to a terminal. A mistake of the content names its place without a stack. */
export function mistakeOf(error: unknown): v.InferOutput<typeof MistakeSchema> {
  const stack = error instanceof Error && !(error instanceof ContentError) ? (error.stack ?? "") : "";
  return { message: stripVTControlCharacters(messageOf(error)), stack: stripVTControlCharacters(stack) };
}

/** A document in the place of one that cannot be rendered, with its only script. */
export function mistakePage(error: unknown): { html: string; script: string } {
  const mistake = mistakeOf(error);
  const shown = JSON.stringify(mistake).replaceAll("<", "\\u003c");
  const script = `import { ErrorOverlay } from "/@vite/client"; document.body.append(new ErrorOverlay(${shown}));`;
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Mistake</title><link rel="icon" href="data:,">
<body><pre>${escapeMarkup(mistake.message)}</pre><script type="module">${script}</script></body></html>`;
  return { html, script };
}
