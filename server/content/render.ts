/**
 * Runs in its own process, as drawing takes 228 MB:
 * `render.ts <build> <folder> <settings> <earlier site>…`.
 */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setProduction, type SiteSettings } from "../settings/env.ts";
import { messageOf } from "../settings/error-code.ts";
import { renderSite } from "./render-site.ts";

const [built = "", folder = "", json = "", ...earlier] = process.argv.slice(2);
try {
  setProduction();
  const settings: SiteSettings = JSON.parse(json);
  const manifest = await renderSite(built, folder, settings, earlier);
  // The manifest is written last, so a folder
  // with a manifest has a complete site.
  writeFileSync(
    join(folder, "manifest.json"),
    JSON.stringify(manifest, null, 2),
  );
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 1;
}
