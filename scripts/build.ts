/**
 * `npm run build`: checks the content, cuts the font, bundles the client, bundles the renderer, prerenders each
 * page, and writes `dist/manifest.json`, which is all that the server knows of the site.
 */
import { overrides } from "./build/settings.ts";
import { createHash } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BuildManifest, Renderer } from "../contract/page.ts";
import { ROUTES } from "../contract/routes.ts";
import { bundleClient, bundleRenderers } from "./build/bundle.ts";
import { ContentError, loadContent } from "./build/content.ts";
import { findabilityFiles } from "./build/findability.ts";
import { writeSignFont } from "./build/font.ts";
import { writeImages } from "./build/images.ts";
import { findUnready } from "./build/unready.ts";
import { root } from "./root.ts";
import { buildInputs } from "./stale-build.ts";

const dist = join(root, "dist");
const PAGES = Object.fromEntries(
  ROUTES.map(({ path }) => [path, path === "/" ? "index.html" : `${path.slice(1)}.html`]),
);

try {
  await build();
} catch (error) {
  if (!(error instanceof ContentError)) throw error;
  console.error(`The content cannot be built:\n${error.message}`);
  process.exitCode = 1;
}

async function build(): Promise<void> {
  const builtFrom = buildInputs();
  const { site, unconfigured, mail, services } = await loadContent(overrides);
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(join(dist, "site"), { recursive: true });
  await writeSignFont();
  const { assets, files } = await bundleClient(overrides);
  await bundleRenderers(overrides, assets);
  const images = await writeImages(join(dist, "site"));
  const texts = findabilityFiles();
  for (const [file, text] of Object.entries(texts)) writeFileSync(join(dist, "site", file), text);

  const renderer: Renderer = await import(pathToFileURL(join(dist, "render", "render.js")).href);
  for (const [path, file] of Object.entries(PAGES)) {
    const html = await renderer.renderPage({ path, status: 200, form: { kind: "empty" } });
    writeFileSync(join(dist, "site", file), html);
  }

  const manifest: BuildManifest = {
    pages: PAGES,
    assets: {
      ...Object.fromEntries(files.map((file) => [`/${file}`, { file, immutable: true }])),
      ...Object.fromEntries(
        [...images, ...Object.keys(texts)].map((file) => [`/${file}`, { file, immutable: false }]),
      ),
    },
    styleHashes: [`'sha256-${createHash("sha256").update(assets.styles).digest("base64")}'`],
    site,
    unconfigured,
    unready: findUnready().length,
    mail,
    services,
  };
  writeFileSync(join(dist, "manifest.json"), JSON.stringify(manifest, null, 2));
  writeFileSync(join(dist, ".built-from"), builtFrom);
  console.log(`Built ${Object.keys(PAGES).length} pages and ${files.length} files into dist/.`);
}
