/** The content of whole pages as files, for visits inside the app. A hash in each name changes with the content. */
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RouteName } from "../../contract/routes.ts";
import type { Assets } from "../../site/assets.ts";
import type { Content } from "../../site/content/schema.ts";
import { contentForVisit } from "../../site/page-content.ts";

/** Writes a file for each page into `assets/` below a folder; returns their URLs. */
export function writeContentFiles(content: Content, folder: string): Assets["contentFiles"] {
  const pages = contentForVisit(content);
  const write = (name: RouteName): string => {
    const json = JSON.stringify(pages[name]);
    const hash = createHash("sha256").update(json).digest("base64url").slice(0, 8);
    const file = `assets/${name}-content-${hash}.json`;
    writeFileSync(join(folder, file), json);
    return `/${file}`;
  };
  return { home: write("home"), bookCall: write("bookCall") };
}
