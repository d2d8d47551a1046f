/** Content as files: whole pages, for navigation inside the app, and the demo of each trade. Each name contains a hash. */
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Assets } from "../../site/assets.ts";
import type { Content } from "../../site/content/schema.ts";
import { contentForFiles } from "../../site/page-content.ts";

export function writeContentFiles(content: Content, folder: string): Assets["contentFiles"] {
  const files = contentForFiles(content);
  const write = (name: keyof typeof files): string => {
    const json = JSON.stringify(files[name]);
    const hash = createHash("sha256").update(json).digest("base64url").slice(0, 8);
    const file = `assets/${name}-content-${hash}.json`;
    writeFileSync(join(folder, file), json);
    return `/${file}`;
  };
  return { home: write("home"), bookCall: write("bookCall"), demos: write("demos") };
}
