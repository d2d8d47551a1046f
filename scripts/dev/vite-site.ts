/**
 * The site as Vite renders it, at each request,
 * from the sources and the content folder.
 */

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ViteDevServer } from "vite";
import type { Content } from "../../contract/content/schema.ts";
import type {
  Assets,
  RenderInput,
} from "../../contract/http/build-manifest.ts";
import {
  PUBLIC_KEY_PLACEHOLDER,
  type PageState,
  type Renderer,
} from "../../contract/http/page.ts";
import { REST_PATH } from "../../contract/http/routes.ts";
import { NEXT_TIMES } from "../../contract/locale/next-times.ts";
import { readContentFolder } from "../../server/content/content-folder.ts";
import { loadContent } from "../../server/content/content.ts";
import { FONTS } from "../../server/content/font.ts";
import { recordingsOf } from "../../server/content/recordings.ts";
import { listedPaths } from "../../server/content/seo-files.ts";
import { serverContent } from "../../server/content/server-content.ts";
import { readSnippet } from "../../server/content/snippet.ts";
import { themeOf } from "../../server/content/theme.ts";
import type { BuiltSite } from "../../server/http/built-site.ts";
import { bodyOf } from "../../server/http/encoded-body.ts";
import type { LoadedPages } from "../../server/inbox/load-pages.ts";
import type { SiteSettings } from "../../server/settings/env.ts";
import { contentForFiles } from "../../site/page-content.ts";
import { root } from "../root.ts";

export const SITE = join(root, "site");
/**
 * Every page links to all styles. Vite would send
 * them with a script, which some pages lack.
 */
const STYLES = "{components,pages,styles}/**/*.css";
const EMPTY_PAGE =
  "<!doctype html><head><title>Mistake</title><link rel=icon href=data:,></head>";

/**
 * @returns a page that Vite keeps up to date;
 * an empty one shows only what Vite says
 */
export function withVite(
  vite: ViteDevServer,
  html = EMPTY_PAGE,
): Promise<string> {
  const files = globSync(STYLES, { cwd: SITE });
  const styles = files
    .map((file) => `<link rel="stylesheet" href="/site/${file}">`)
    .join("");
  return vite.transformIndexHtml(
    "/",
    html.replace("</head>", `${styles}</head>`),
  );
}

/**
 * @param onMistake gets the fault of a page that cannot be rendered
 * @throws {ContentError} for content with mistakes
 */
export async function readViteSite(
  vite: ViteDevServer,
  { site: settings, contentDir }: SiteSettings,
  publicKey: string,
  onMistake: (error: unknown) => void,
): Promise<{ site: BuiltSite; loadedPages: LoadedPages }> {
  const content = loadContent(settings, readContentFolder(contentDir));
  const analytics = readSnippet(contentDir);
  const assets: Assets = {
    ...themeOf(content),
    entry: "/site/main.tsx",
    contentFiles: "/content/{page}.json",
    apiUrl: REST_PATH,
    icon: "data:,",
    styles: [],
  };
  const renderPage = createRenderPage(vite, { content, assets, analytics });

  const render = async (state: PageState): Promise<string> => {
    try {
      const html = await renderPage(state);
      return await withVite(
        vite,
        html.replace(PUBLIC_KEY_PLACEHOLDER, publicKey),
      );
    } catch (error) {
      onMistake(error);
      return withVite(vite);
    }
  };
  const recordings = recordingsOf(content, contentDir);
  const emptyBuild = { pages: {}, assets: [], styleHashes: [], analytics };
  const site: BuiltSite = {
    manifest: {
      ...emptyBuild,
      recordings: [...recordings.keys()],
      ...serverContent(content, contentDir),
    },
    recordings,
    pages: listed(content, render),
    assets: filesOf(content, contentDir),
    render,
  };
  const inbox = await vite.ssrLoadModule("/server/inbox/pages.tsx");
  return {
    site,
    loadedPages: {
      content,
      pages: inbox["createInboxPages"](content, assets),
      draw: async (draft, state) => {
        const input = { content: draft, assets, analytics };
        return withVite(vite, await createRenderPage(vite, input)(state));
      },
      filesOf: contentForFiles,
    },
  };
}

/** Loads the renderer at each page, since its modules may have changed. */
function createRenderPage(vite: ViteDevServer, input: RenderInput) {
  return async (state: PageState): Promise<string> => {
    const code = await vite.ssrLoadModule("/site/render.tsx");
    const renderer: Renderer = code["createRenderer"](input);
    return renderer.renderPage(state);
  };
}

function listed(
  content: Content,
  render: BuiltSite["render"],
): BuiltSite["pages"] {
  const load = async (path: string, timesHtml = "") => {
    const html = await render({ path, status: 200, form: { kind: "empty" } });
    const page = html.replace(NEXT_TIMES, NEXT_TIMES + timesHtml);
    return uncompressed("page.html", page);
  };
  return new Map(
    listedPaths(content).map((path) => [
      path,
      (timesHtml) => load(path, timesHtml),
    ]),
  );
}

function filesOf(content: Content, contentDir: string): BuiltSite["assets"] {
  const files: BuiltSite["assets"] = new Map();
  const add = (path: string, body: string | Buffer) =>
    files.set(path, uncompressed(path, body));
  for (const [name, part] of Object.entries(contentForFiles(content)))
    add(`/content/${name}.json`, JSON.stringify(part));
  for (const [name, { src }] of Object.entries(content.pictures))
    add(src, readFileSync(join(contentDir, "pictures", name)));
  for (const { url, file } of FONTS) add(url, readFileSync(file));
  return files;
}

const uncompressed = (path: string, body: string | Buffer) =>
  bodyOf(Buffer.from(body), undefined, path, { "cache-control": "no-cache" });
