/** The words of whole pages as files, for visits inside the app; a name changes with its words. */
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RouteName } from "../../contract/routes.ts";
import type { Assets } from "../../site/assets.ts";
import type { Content } from "../../site/content/schema.ts";
import { contentForVisit } from "../../site/page-content.ts";

/** Writes a file for each page into `assets/` below a folder; answers with their URLs. */
export function writeWordFiles(content: Content, folder: string): Assets["contentFiles"] {
  const words = contentForVisit(content);
  const write = (name: RouteName): string => {
    const json = JSON.stringify(words[name]);
    const hash = createHash("sha256").update(json).digest("base64url").slice(0, 8);
    const file = `assets/${name}-words-${hash}.json`;
    writeFileSync(join(folder, file), json);
    return `/${file}`;
  };
  return { home: write("home"), bookCall: write("bookCall") };
}
