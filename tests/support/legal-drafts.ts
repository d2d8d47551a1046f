/** The drafts of the legal pages, each in one line. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/root.ts";

function draft(name: string): string {
  const text = readFileSync(join(root, "content", "pages", `_${name}.md`), "utf8");
  return text.replaceAll(/\n> ?|\s+/g, " ");
}

export const AS_DELIVERED = { privacy: draft("privacy"), cookies: draft("cookies"), terms: draft("terms") };
