import { fillIn } from "../../contract/content/fill-in.ts";
import { createHash } from "node:crypto";
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
import { pathToFileURL } from "node:url";
import type {
  Assets,
  Analytics,
  Program,
  RendererModule,
} from "../../contract/http/build-manifest.ts";
import type { Content } from "../../contract/content/schema.ts";
import { PICTURES_PATH, REST_PATH } from "../../contract/http/routes.ts";
import type { SiteSettings } from "../settings/env.ts";
import { loadContent } from "./content.ts";
import { readContentFolder } from "./content-folder.ts";
import { serverContent } from "./server-content.ts";
import { policyHash } from "../http/built-site.ts";
import { compress } from "../http/encoded-body.ts";
import { FONTS } from "./font.ts";
import { writeImages } from "./images.ts";
import { listedPages, seoFiles } from "./seo-files.ts";
import { madeOf } from "./site-folder.ts";
import { readSnippet } from "./snippet.ts";
import { themeOf } from "./theme.ts";

/** The folder of a build with everything that does not depend on the content. */
export const PROGRAM = "program";
/** The file in the folder `PROGRAM` that holds a `Program`. */
export const ABOUT = "program.json";

/** Writes the site of the build in `built` into `folder`. @throws {ContentError} */
export async function renderSite(
  built: string,
  folder: string,
  settings: SiteSettings,
) {
  const { contentDir } = settings;
  const read = readContentFolder(contentDir);
  const analytics = readSnippet(contentDir);
  const content = loadContent(settings.site, read, { leavesOutUnknown: true });
  cpSync(join(built, PROGRAM), folder, { recursive: true });
  const about: Program = JSON.parse(readFileSync(join(folder, ABOUT), "utf8"));
  const site = join(folder, "site");
  const { renderer, styles } = await createPages(
    folder,
    content,
    about,
    analytics,
  );
  const pages = Object.fromEntries(
    listedPages(content).map(({ path }) => [
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
  for (const { file, url } of FONTS) copyFileSync(file, join(site, url));
  const pictures = join(contentDir, "pictures");
  mkdirSync(join(site, PICTURES_PATH));
  for (const [name, { src }] of Object.entries(content.pictures))
    copyFileSync(join(pictures, name), join(site, src));
  await writeImages(content, site, pictures);
  for (const [file, text] of Object.entries(seoFiles(content)))
    writeFileSync(join(site, file), text);
  return {
    program: about.program,
    madeOf: madeOf(about.program, settings),
    pages,
    assets: await compressFiles(site),
    styleHashes: styles.map(policyHash),
    analytics,
    ...serverContent(content, contentDir),
  };
}

async function createPages(
  folder: string,
  content: Content,
  about: Program,
  analytics: Analytics,
) {
  const module: RendererModule = await import(
    pathToFileURL(join(folder, "render/render.js")).href
  );
  const files = module.filesOfContent(content);
  const hash = createHash("sha256")
    .update(JSON.stringify(files))
    .digest("base64url")
    .slice(0, 8);
  const contentFiles = `/assets/{page}-content-${hash}.json`;
  for (const [name, text] of Object.entries(files))
    writeFileSync(
      join(folder, "site", fillIn(contentFiles, { page: name })),
      JSON.stringify(text),
    );
  const assets: Assets = {
    ...themeOf(content),
    entry: about.entry,
    styles: about.styles,
    apiUrl: REST_PATH,
    contentFiles,
  };
  const input = { content, assets, analytics };
  writeFileSync(join(folder, "render", "input.json"), JSON.stringify(input));
  const styles = [
    assets.theme.own,
    assets.theme.letters,
    ...about.styles.map(({ text }) => text),
  ];
  return { renderer: module.createRenderer(input), styles };
}

/** Adds compressed copies. @returns the paths of all files but pages and these copies */
export async function compressFiles(site: string): Promise<string[]> {
  const paths = globSync("**/*.*", { cwd: site })
    .map((file) => `/${file.replaceAll(sep, "/")}`)
    .filter((file) => !/\.(?:html|br)$/.test(file));
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
 * Joins the style elements. The policy's header has a hash for each element, and only a short
 * header fits into the first packets of an answer.
 */
function withOneStyle(html: string): string {
  return html.replace(/^.*?<\/head>/s, (head) =>
    head.replaceAll("</style><style>", ""),
  );
}
