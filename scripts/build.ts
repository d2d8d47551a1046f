/** `npm run build`: scripts and styles, which are the same for every content, and the pages of the delivered sample. */
import { appendFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join, sep } from "node:path";
import type { Program } from "../contract/build-manifest.ts";
import { FONT_PACKAGES, PACKAGES, putInPlace, startBuild, buildInputs } from "./build/build-folder.ts";
import { bundleClient, bundledPackages, bundleRenderer, LICENSES } from "./build/bundle.ts";
import { diskSentence } from "../server/settings/data-dir.ts";
import * as env from "../server/settings/env.ts";
import { OperatorError } from "../server/settings/operator-error.ts";
import { PROGRAM, renderSite } from "../server/content/render-site.ts";
import { showProgress } from "./setup/progress.mjs";
import { root } from "./root.ts";

try {
  await build();
} catch (error) {
  const reason = error instanceof OperatorError ? error.message : diskSentence(error);
  if (reason === undefined) throw error;
  // Below the line of the step that failed.
  if (process.stderr.isTTY) console.error();
  console.error(`The site cannot be built:\n${reason}`);
  process.exit(1);
}

/** At a terminal, says which step runs and for how long. @returns ends it */
function begin(step: string): () => void {
  return process.stderr.isTTY ? showProgress(`Building, ${step}`) : () => {};
}

async function build(): Promise<void> {
  env.setProduction();
  const endBundling = begin("1 of 2: scripts and styles");
  const program = buildInputs();
  const folder = startBuild();
  const siteDir = join(folder, "site");
  mkdirSync(siteDir);
  const bundled = await bundleClient(siteDir);
  for (const font of FONT_PACKAGES)
    appendFileSync(join(siteDir, LICENSES), `\n---\n\n${readFileSync(join(root, font, "LICENSE"), "utf8")}`);
  await bundleRenderer(join(folder, "render"));
  writeFileSync(join(folder, PACKAGES), JSON.stringify([...bundledPackages]));
  const files = globSync("**/*.*", { cwd: siteDir }).map((file) => `/${file.replaceAll(sep, "/")}`);
  const about: Program = { program, files, ...bundled };
  writeFileSync(join(folder, PROGRAM), JSON.stringify(about));
  endBundling();
  const endRendering = begin("2 of 2: pictures, fonts and pages");
  // The delivered sample: any other content is rendered by the site.
  const manifest = await renderSite(folder, folder, { contentDir: env.SAMPLE_CONTENT, ...env.NO_SETTINGS });
  putInPlace(folder, { ...manifest, folder: basename(folder) });
  endRendering();
  console.log(
    `Built ${Object.keys(manifest.pages).length} pages and ${manifest.assets.length} files into dist/.`,
  );
}
