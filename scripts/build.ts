/** `npm run build`. The manifest, which describes the site to the server, comes last; until then the old one counts. */
import { appendFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join, sep } from "node:path";
import { SAMPLE_TESTIMONIALS, showsSampleTestimonials } from "../contract/build-manifest.ts";
import type { BuildManifest } from "../contract/build-manifest.ts";
import { PACKAGES, putInPlace, startBuild, STAMP, buildInputs } from "./build/build-folder.ts";
import { bundleClient, bundledPackages, bundleRenderer, LICENSES } from "./build/bundle.ts";
import { ContentError } from "../server/content/content-error.ts";
import { readContent } from "../server/content/content.ts";
import { FONT_PACKAGES, fontFiles, writeDisplayFont } from "./build/font.ts";
import { iconAddress, writeImages } from "./build/images.ts";
import { writePictures } from "../server/content/pictures.ts";
import { listedPages, seoFiles } from "./build/seo-files.ts";
import { serverContent } from "./build/server-content.ts";
import { writeContentFiles } from "./build/content-files.ts";
import { readSnippet } from "./build/snippet.ts";
import { diskSentence } from "../server/configuration/data-dir.ts";
import * as env from "../server/configuration/env.ts";
import { loadRenderer, policyHash, stylesIn } from "../server/http/built-site.ts";
import { compress } from "../server/http/encoded-body.ts";
import type { RendererInput } from "../site/render.tsx";
import { showProgress } from "./setup/progress.mjs";
import { root } from "./root.ts";

try {
  await build();
} catch (error) {
  const isOurs = error instanceof ContentError || error instanceof env.EnvError;
  const reason = isOurs ? error.message : diskSentence(error);
  if (reason === undefined) throw error;
  // Below the line of the step that failed.
  if (process.stderr.isTTY) console.error();
  console.error(`The site cannot be built:\n${reason}`);
  process.exit(1);
}

/** At a terminal, says which step runs and for how long. @returns ends the last step */
function steps(...names: string[]): () => void {
  let end = () => {};
  let count = 0;
  return () => {
    end();
    const name = names[count++];
    if (name === undefined || !process.stderr.isTTY) return;
    end = showProgress(`Building, ${count} of ${names.length}: ${name}`);
  };
}

async function build(): Promise<void> {
  env.setProduction();
  const next = steps("scripts and styles", "pictures and fonts", "compressed files", "pages");
  next();
  const builtFrom = buildInputs();
  const otherOrigins = { ...env.readOtherOrigins(), ...readSnippet() };
  const content = readContent();
  const pages = Object.fromEntries(
    listedPages(content).map(({ path }) => [path, path === "/" ? "index.html" : `${path.slice(1)}.html`]),
  );
  const folder = startBuild();
  const siteDir = join(folder, "site");
  mkdirSync(siteDir);
  const fonts = fontFiles(content);
  await writeDisplayFont(fonts);
  const assets = await bundleClient(siteDir, fonts, iconAddress(content));
  for (const font of FONT_PACKAGES)
    appendFileSync(join(siteDir, LICENSES), `\n---\n\n${readFileSync(join(root, font, "LICENSE"), "utf8")}`);
  await bundleRenderer(join(folder, "render"));
  const contentFiles = writeContentFiles(content, siteDir);
  writeFileSync(join(folder, PACKAGES), JSON.stringify([...bundledPackages]));
  const input: RendererInput = { content, assets: { ...assets, contentFiles }, otherOrigins };
  writeFileSync(join(folder, "render", "input.json"), JSON.stringify(input));
  next();
  const pictures = join(env.readContentDir(), "pictures");
  writePictures(content.pictures, pictures, siteDir);
  await writeImages(content, siteDir, fonts, pictures);
  const texts = seoFiles(content);
  for (const [file, text] of Object.entries(texts)) writeFileSync(join(siteDir, file), text);
  const served = globSync("**/*.*", { cwd: siteDir }).map((file) => `/${file.replaceAll(sep, "/")}`);

  next();
  await Promise.all(served.map((path) => writeCompressed(join(siteDir, path))));

  next();
  const renderer = await loadRenderer(folder);
  for (const [path, file] of Object.entries(pages)) {
    const html = await renderer.renderPage({ path, status: 200, form: { kind: "empty" } });
    writeFileSync(join(siteDir, file), withOneStyle(html));
  }

  const manifest: BuildManifest = {
    folder: basename(folder),
    pages,
    assets: served,
    styleHashes: assets.styles.map(({ text }) => policyHash(text)),
    otherOrigins,
    ...serverContent(content),
  };
  writeFileSync(join(folder, STAMP), builtFrom);
  putInPlace(folder, manifest);
  next();
  console.log(`Built ${Object.keys(pages).length} pages and ${served.length} files into dist/.`);
  if (showsSampleTestimonials(manifest) && !env.readAllowSamples())
    console.log(`It does not start yet: SITE_URL ${SAMPLE_TESTIMONIALS}`);
}

/** The server starts in half a second because it does not compress these files. */
async function writeCompressed(file: string): Promise<void> {
  for (const [ending, bytes] of Object.entries(await compress(readFileSync(file), file)))
    if (bytes) writeFileSync(`${file}.${ending}`, bytes);
}

/** One element has one hash: several would take a page that is one flight of packets over it. */
function withOneStyle(html: string): string {
  const styles = stylesIn(html);
  const element = (files: string, text: string) => `<style data-file="${files}">${text}</style>`;
  const files = styles.map((style) => style.files).join(" ");
  const text = styles.map((style) => style.text).join("");
  return html.replace(styles.map((style) => element(style.files, style.text)).join(""), () =>
    element(files, text),
  );
}
