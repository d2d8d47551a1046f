/**
 * Warns about wording that stops a reader: sentences without a subject, and identifiers that docs/vocabulary.md
 * replaces. `npm test` prints the warnings; they fail nothing.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor } from "vite";
import { root } from "../../scripts/root.ts";
import { filesOf, sources } from "../structure/imports.ts";

/** Old words in lower case, as one word of an identifier, with the words that replace them. */
const REPLACED = new Map(
  Object.entries({
    lane: "channel loop",
    lanes: "channel loops",
    intake: "load shedding",
    trouble: "failed",
    troubled: "failed",
    asks: "input",
    asked: "input",
    gives: "output",
    tell: "log or notify",
    tells: "log or notify",
    told: "log or notify",
    invented: "sample",
    voices: "testimonials",
    words: "content",
    hold: "suspected, cancelled or leased",
    held: "suspected, cancelled or leased",
    everywhere: "base headers",
    filling: "form timing",
    signs: "spam signals",
  }),
);
/** The same as whole identifiers. */
const REPLACED_WHOLE = new Map(
  Object.entries({
    door: "sign-in",
    isowner: "hasSecretKey",
    turnaway: "load shedding",
    turnedaway: "load shedding",
  }),
);

/** Paragraphs, list items and table cells of a document; comments of a program, with consecutive lines as one. */
function textsOf(file: string, source: string): string[] {
  if (file.endsWith(".md"))
    return source.replaceAll(/^ *```[^]*?^ *```/gm, "").split(/\n\s*\n|\n\s*(?:[-*#>]|\d+\.)+ |\|/);
  if (file.endsWith(".css")) return Array.from(source.matchAll(/\/\*([^]*?)\*\//g), ([, text = ""]) => text);
  const texts: string[] = [];
  let end = 0;
  for (const { value, ...comment } of parseSync(file, source).comments) {
    const follows = texts.length > 0 && /^\n\s*$/.test(source.slice(end, comment.start));
    texts.push((follows ? `${texts.pop()} ` : "") + value.replaceAll(/^\s*\*+/gm, ""));
    end = comment.end;
  }
  return texts;
}

/** Sentences that begin with "Of", "What" or "Who" and ask nothing. */
export function sentencesWithoutSubject(file: string, source: string): string[] {
  return textsOf(file, source).flatMap((text) =>
    text
      .trim()
      .replaceAll(/\s+/g, " ")
      .split(/(?<=[.!?:]["”)*]*) (?:@\w+ )?/)
      .filter((sentence) => /^[#>*\- ]*(?:Of|What|Who)\b[^?]*$/.test(sentence)),
  );
}

/** Each old identifier of a source with its replacement. */
export function replacedIdentifiers(file: string, source: string): Map<string, string> {
  const found = new Map<string, string>();
  const check = ({ name }: { name: string }) => {
    const words = name
      .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
      .toLowerCase()
      .split(/[ _$]+/);
    const better =
      REPLACED_WHOLE.get(name.toLowerCase()) ??
      words.map((word) => REPLACED.get(word)).find((each) => each !== undefined);
    if (better !== undefined) found.set(name, better);
  };
  new Visitor({ Identifier: check, JSXIdentifier: check }).visit(parseSync(file, source).program);
  return found;
}

function warn(): void {
  const read = (file: string) => readFileSync(join(root, file), "utf8");
  // The content is its owner's.
  const texts = filesOf("*.ts", "*.tsx", "*.css", "*.md").filter((file) => !file.startsWith("content/"));
  for (const file of texts)
    for (const sentence of sentencesWithoutSubject(file, read(file)))
      console.log(`${file}: "${sentence}" has no subject. Name the thing first (CONTRIBUTING.md).`);
  for (const file of sources)
    for (const [name, better] of replacedIdentifiers(file, read(file)))
      console.log(`${file}: ${name} has an old word. Better: ${better} (docs/vocabulary.md).`);
}

if (import.meta.main) warn();
