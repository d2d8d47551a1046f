/**
 * `npm run build`: scripts and styles, which
 * fit any content, and the pages of the sample.
 */

import * as fs from "node:fs";
import { join } from "node:path";
import type { Program } from "../contract/http/build-manifest.ts";
import {
  ABOUT,
  compressFiles,
  renderSite,
} from "../server/content/render-site.ts";
import { PROGRAM } from "../server/http/built-site.ts";
import * as env from "../server/settings/env.ts";
import { runProgram } from "../server/settings/operator-error.ts";
import { activateBuild, buildInputs, DIST } from "./build/build-folder.ts";
import { bundleClient, bundleRenderer, LICENSES } from "./build/bundle.ts";
import { root } from "./root.ts";

await runProgram(async () => {
  env.setProduction();
  fs.mkdirSync(DIST, { recursive: true });
  // The draft is beside the build in use, which stays if this build fails.
  const folder = fs.mkdtempSync(join(DIST, ".draft-"));
  console.error("Building …");
  await bundle(join(folder, PROGRAM));
  const manifest = await renderSite(folder, folder, {
    contentDir: env.SAMPLE_CONTENT,
    site: {},
  });
  activateBuild(folder, manifest);
  const pages = Object.keys(manifest.pages);
  console.log(
    `Built ${pages.length} pages and ${manifest.assets.length} files into dist/.`,
  );
});

async function bundle(folder: string): Promise<void> {
  const program = buildInputs();
  const site = join(folder, "site");
  fs.mkdirSync(site, { recursive: true });
  const stylesByPage = await bundleRenderer(join(folder, "render"));
  const bundled = await bundleClient(site, stylesByPage);
  // The site also serves font files. The bundler
  // does not see them, nor their licenses.
  const licenses = fs.globSync("node_modules/@fontsource-variable/*/LICENSE", {
    cwd: root,
  });
  for (const license of licenses.toSorted())
    fs.appendFileSync(
      join(site, LICENSES),
      `\n---\n\n${fs.readFileSync(join(root, license), "utf8")}`,
    );
  await compressFiles(site);
  const about: Program = { program, ...bundled };
  fs.writeFileSync(join(folder, ABOUT), JSON.stringify(about));
}
