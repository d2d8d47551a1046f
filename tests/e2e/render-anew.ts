/** A program that renders the pages as its input says; Playwright cannot import the renderer. */
import { copyFileSync, cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import type {
  BuildManifest,
  OtherOrigins,
  RendererInput,
  RendererModule,
} from "../../contract/build-manifest.ts";
import { DIST } from "../../scripts/build/build-folder.ts";
import { loadRenderer } from "../../server/http/built-site.ts";
import type { Content } from "../../contract/content/schema.ts";

const [dist = "", pictures = ""] = process.argv.slice(2);
export interface Anew {
  content: Content;
  otherOrigins: OtherOrigins;
}

const { content, otherOrigins }: Anew = JSON.parse(await text(process.stdin));
const manifest: BuildManifest = JSON.parse(readFileSync(join(DIST, "manifest.json"), "utf8"));
const site = join(dist, "site");
cpSync(DIST, dist, { recursive: true });

const inputFile = join(dist, "render", "input.json");
const input: RendererInput = JSON.parse(readFileSync(inputFile, "utf8"));
const renderModule: RendererModule = await import(join(dist, "render", "render.js"));
const contentFiles = "/assets/*-content-anew.json";
for (const [name, words] of Object.entries(renderModule.filesOfContent(content)))
  writeFileSync(join(site, contentFiles.replace("*", name)), JSON.stringify(words));
const assets = { ...input.assets, contentFiles };
writeFileSync(inputFile, JSON.stringify({ ...input, content, otherOrigins, assets }));
manifest.assets.push(...globSync(contentFiles.slice(1), { cwd: site }).map((file) => `/${file}`));
for (const [name, { src }] of Object.entries(content.pictures)) {
  mkdirSync(join(site, dirname(src)), { recursive: true });
  copyFileSync(join(pictures, name), join(site, src));
  manifest.assets.push(src);
}

for (const name of Object.keys(content.markdownPages)) manifest.pages[`/${name}`] = `${name}.html`;
const renderer = await loadRenderer(dist);
for (const [path, file] of Object.entries(manifest.pages)) {
  const html = await renderer.renderPage({ path, status: 200, form: { kind: "empty" } });
  writeFileSync(join(site, file), html);
}
// Without it, the site would render its own content.
const { program: _program, ...own } = manifest;
writeFileSync(join(dist, "manifest.json"), JSON.stringify({ ...own, otherOrigins }));
