/** Renders a content with the program of a build into a folder that the server serves. */
import { createHash } from "node:crypto";
import { copyFileSync, cpSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { pathToFileURL } from "node:url";
import type { Assets, OtherOrigins, Program, RendererModule } from "../../contract/build-manifest.ts";
import type { Content } from "../../contract/content/schema.ts";
import { REST_PATH } from "../../contract/routes.ts";
import type { SiteSettings } from "../settings/env.ts";
import { loadContent } from "./content.ts";
import { readContentFolder } from "./content-folder.ts";
import { writePictures } from "./pictures.ts";
import { serverContent } from "./server-content.ts";
import { policyHash, stylesIn } from "../http/built-site.ts";
import { compress } from "../http/encoded-body.ts";
import { FONTS } from "./font.ts";
import { writeImages } from "./images.ts";
import { listedPages, seoFiles } from "./seo-files.ts";
import { madeOf } from "./site-folder.ts";
import { readSnippet } from "./snippet.ts";
import { themeOf } from "./theme.ts";

/** In the folder of a build: what is the same for every content. */
export const PROGRAM = "program.json";

/** @param built a build @param folder for the site; may be the same folder @throws {ContentError} */
export async function renderSite(built: string, folder: string, settings: SiteSettings) {
  const { contentDir } = settings;
  const read = readContentFolder(contentDir);
  const otherOrigins = readSnippet(contentDir);
  const content = loadContent(settings.site, read, { leavesOutUnknown: true });
  const about: Program = JSON.parse(readFileSync(join(built, PROGRAM), "utf8"));
  const site = join(folder, "site");
  if (folder !== built) copyProgram(built, folder, about);
  const { renderer, styles } = await createPages(folder, content, about, otherOrigins);
  const pages = Object.fromEntries(
    listedPages(content).map(({ path }) => [path, path === "/" ? "index.html" : `${path.slice(1)}.html`]),
  );
  for (const [path, file] of Object.entries(pages)) {
    const html = await renderer.renderPage({ path, status: 200, form: { kind: "empty" } });
    writeFileSync(join(site, file), withOneStyle(html));
  }
  for (const { file, url } of FONTS) copyFileSync(file, join(site, url));
  const pictures = join(contentDir, "pictures");
  writePictures(content.pictures, pictures, site);
  await writeImages(content, site, pictures);
  const texts = Object.entries(seoFiles(content));
  for (const [file, text] of texts) writeFileSync(join(site, file), text);
  const assets = globSync("**/*.*", { cwd: site })
    .map((file) => `/${file.replaceAll(sep, "/")}`)
    .filter((file) => !/\.(?:html|br)$/.test(file));
  await Promise.all(assets.map((path) => writeCompressed(join(site, path))));
  return {
    program: about.program,
    madeOf: madeOf(about.program, settings),
    pages,
    assets,
    styleHashes: styles.map(policyHash),
    otherOrigins,
    ...serverContent(content, contentDir),
  };
}

/** Writes the input of the renderer, and the content that pages fetch. */
async function createPages(folder: string, content: Content, about: Program, otherOrigins: OtherOrigins) {
  const module: RendererModule = await import(pathToFileURL(join(folder, "render", "render.js")).href);
  const files = module.filesOfContent(content);
  const hash = createHash("sha256").update(JSON.stringify(files)).digest("base64url").slice(0, 8);
  const contentFiles = `/assets/*-content-${hash}.json`;
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(folder, "site", contentFiles.replace("*", name)), JSON.stringify(text));
  const assets: Assets = {
    ...themeOf(content),
    entry: about.entry,
    styles: about.styles,
    apiUrl: REST_PATH,
    contentFiles,
  };
  const input = { content, assets, otherOrigins };
  writeFileSync(join(folder, "render", "input.json"), JSON.stringify(input));
  const styles = [assets.theme.own, assets.theme.letters, ...about.styles.map(({ text }) => text)];
  return { renderer: module.createRenderer(input), styles };
}

function copyProgram(built: string, folder: string, { files }: Program): void {
  mkdirSync(join(folder, "render"), { recursive: true });
  cpSync(join(built, "render", "render.js"), join(folder, "render", "render.js"));
  for (const file of files.flatMap((path) => [path, `${path}.br`])) {
    const from = join(built, "site", file);
    if (!existsSync(from)) continue;
    mkdirSync(dirname(join(folder, "site", file)), { recursive: true });
    cpSync(from, join(folder, "site", file));
  }
}

/** The server starts in half a second because it does not compress these files. */
async function writeCompressed(file: string): Promise<void> {
  if (existsSync(`${file}.br`)) return;
  const bytes = await compress(readFileSync(file), file);
  if (bytes) writeFileSync(`${file}.br`, bytes);
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
