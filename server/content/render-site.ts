import { hash } from "node:crypto";
import {
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { join, sep } from "node:path";
import { fillIn } from "../../contract/content/fill-in.ts";
import type { Content } from "../../contract/content/schema.ts";
import type {
  Assets,
  Program,
  RendererModule,
} from "../../contract/http/build-manifest.ts";
import type { Renderer } from "../../contract/http/page.ts";
import {
  PICTURES_PATH,
  RECORDINGS_PATH,
  REST_PATH,
} from "../../contract/http/routes.ts";
import { policyHash, PROGRAM, renderCodeOf } from "../http/built-site.ts";
import { compress } from "../http/encoded-body.ts";
import type { SiteSettings } from "../settings/env.ts";
import { readContentFolder } from "./content-folder.ts";
import { loadContent } from "./content.ts";
import { DRAWINGS, readDrawings } from "./drawings.ts";
import { FONTS } from "./font.ts";
import { writeImages } from "./images.ts";
import { recordingsOf } from "./recordings.ts";
import { listedPaths, seoFiles } from "./seo-files.ts";
import { serverContent } from "./server-content.ts";
import { madeOf } from "./site-folder.ts";
import { readSnippet } from "./snippet.ts";
import { themeOf } from "./theme.ts";

/** The file in the folder `PROGRAM` that holds a `Program`. */
export const ABOUT = "program.json";

/**
 * Writes the site of the build in `built` into `folder`.
 * @param earlier sites whose images serve again if
 * the same would be drawn @throws {ContentError}
 */
export async function renderSite(
  built: string,
  folder: string,
  settings: SiteSettings,
  earlier: readonly string[] = [],
) {
  const { contentDir } = settings;
  const read = readContentFolder(contentDir);
  const analytics = readSnippet(contentDir);
  const content = loadContent(settings.site, read, { leavesOutUnknown: true });
  const program = join(built, PROGRAM);
  const about: Program = JSON.parse(readFileSync(join(program, ABOUT), "utf8"));
  const site = join(folder, "site");
  cpSync(join(program, "site"), site, { recursive: true });
  mkdirSync(join(folder, "render"));
  const code: RendererModule = await import(renderCodeOf(built));
  const contentFiles = writeContentFiles(site, code.filesOfContent(content));
  const { entry, styles } = about;
  const theme = themeOf(content);
  const assets: Assets = {
    ...theme,
    entry,
    styles,
    apiUrl: REST_PATH,
    contentFiles,
  };
  const input = { content, assets, analytics };
  writeFileSync(join(folder, "render", "input.json"), JSON.stringify(input));
  const pages = await writePages(site, content, code.createRenderer(input));
  for (const { file, url } of FONTS) copyFileSync(file, join(site, url));
  const pictures = join(contentDir, "pictures");
  mkdirSync(join(site, PICTURES_PATH));
  for (const [name, { src }] of Object.entries(content.pictures))
    copyFileSync(join(pictures, name), join(site, src));
  mkdirSync(join(site, RECORDINGS_PATH));
  const recordings = recordingsOf(content, contentDir);
  for (const [src, file] of recordings) copyFileSync(file, join(site, src));
  const drawn = readDrawings(earlier, about.program);
  const drawings = await writeImages(content, site, pictures, drawn);
  writeFileSync(join(folder, DRAWINGS), JSON.stringify(drawings));
  for (const [file, text] of Object.entries(seoFiles(content)))
    writeFileSync(join(site, file), text);
  return {
    program: about.program,
    madeOf: madeOf(about.program, settings),
    pages,
    assets: await compressFiles(site),
    recordings: [...recordings.keys()],
    styleHashes: [
      ...Object.values(theme.theme),
      ...styles.map(({ text }) => text),
    ].map(policyHash),
    analytics,
    ...serverContent(content, contentDir),
  };
}

/** @returns the address of the files, with `{page}` for a page's name */
function writeContentFiles(
  site: string,
  files: Record<string, unknown>,
): string {
  const digest = hash("sha256", JSON.stringify(files), "base64url");
  const address = `/assets/{page}-content-${digest.slice(0, 8)}.json`;
  for (const [page, text] of Object.entries(files))
    writeFileSync(join(site, fillIn(address, { page })), JSON.stringify(text));
  return address;
}

/** @returns the file of each page, keyed by the page's path */
async function writePages(
  site: string,
  content: Content,
  renderer: Renderer,
): Promise<Record<string, string>> {
  const pages = Object.fromEntries(
    listedPaths(content).map((path) => [
      path,
      path === "/" ? "index.html" : `${path.slice(1)}.html`,
    ]),
  );
  for (const [path, file] of Object.entries(pages)) {
    const html = await renderer.renderPage({
      path,
      status: 200,
      form: { kind: "empty" },
    });
    writeFileSync(join(site, file), withOneStyle(html));
  }
  return pages;
}

/**
 * Adds compressed copies. @returns the paths
 * of all files but pages and these copies
 */
export async function compressFiles(site: string): Promise<string[]> {
  const paths = globSync("**/*.*", { cwd: site })
    .map((file) => `/${file.replaceAll(sep, "/")}`)
    .filter(
      (file) =>
        !/\.(?:html|br)$/.test(file) && !file.startsWith(RECORDINGS_PATH),
    );
  const addCopy = async (file: string) => {
    const bytes = existsSync(`${file}.br`)
      ? undefined
      : await compress(readFileSync(file), file);
    if (bytes) writeFileSync(`${file}.br`, bytes);
  };
  await Promise.all(paths.map((path) => addCopy(join(site, path))));
  return paths;
}

/**
 * Joins the style elements. The policy's header has a hash for each element,
 * and only a short header fits into the first packets of an answer.
 */
function withOneStyle(html: string): string {
  return html.replace(/^.*?<\/head>/s, (head) =>
    head.replaceAll("</style><style>", ""),
  );
}
