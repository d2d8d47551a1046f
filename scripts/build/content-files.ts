/** Content as files: whole pages, for navigation inside the app, and the demo of each trade. Their names contain a hash. */
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Assets } from "../../site/document.tsx";
import type { Content } from "../../contract/content/schema.ts";
import { contentForFiles } from "../../site/page-content.ts";

export function writeContentFiles(content: Content, folder: string): Assets["contentFiles"] {
  const files = contentForFiles(content);
  const hash = createHash("sha256").update(JSON.stringify(files)).digest("base64url").slice(0, 8);
  const contentFiles = `/assets/*-content-${hash}.json`;
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(folder, contentFiles.replace("*", name)), JSON.stringify(text));
  return contentFiles;
}
