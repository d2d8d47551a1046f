/** Sentences of comments and documents name their subject: only questions begin with "Of", "What" or "Who". */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";
import { expect, test } from "vitest";
import { root } from "../../scripts/root.ts";
import { filesOf } from "./imports.ts";

// The content is its owner's.
const files = filesOf("*.ts", "*.tsx", "*.css", "*.md").filter((file) => !file.startsWith("site/content/"));

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

const withoutSubject = (text: string) =>
  text
    .trim()
    .replaceAll(/\s+/g, " ")
    .split(/(?<=[.!?:]["”)*]*) (?:@\w+ )?/)
    .filter((sentence) => /^[#>*\- ]*(?:Of|What|Who)\b[^?]*$/.test(sentence));

test("only questions begin with Of, What or Who", () => {
  const found = files.flatMap((file) =>
    textsOf(file, readFileSync(join(root, file), "utf8"))
      .flatMap(withoutSubject)
      .map((sentence) => `${file}: ${sentence}`),
  );
  expect(found).toEqual([]);
  expect(withoutSubject("A rule. What is that? Of course not.")).toEqual(["Of course not."]);
});
