/** Reads a site into memory, so that no request waits for the disk. */

import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type {
  BuildManifest,
  RendererModule,
} from "../../contract/http/build-manifest.ts";
import {
  PUBLIC_KEY_PLACEHOLDER,
  type PageState,
  type Renderer,
} from "../../contract/http/page.ts";
import {
  baseHeadersOf,
  fileHeaders,
  securityHeaders,
} from "../../contract/http/security-policy.ts";
import { NEXT_TIMES } from "../../contract/locale/next-times.ts";
import { bodyOf, encodeBody, type EncodedBody } from "./encoded-body.ts";

/**
 * The folder of a build with everything that does not depend on the content.
 */
export const PROGRAM = "program";

type LoadPage = (nextTimesHtml?: string) => Promise<EncodedBody>;

export interface BuiltSite {
  manifest: BuildManifest;
  /**
   * Pages are compressed at requests. Compressing
   * all would double the time of the start.
   */
  pages: Map<string, LoadPage>;
  assets: Map<string, EncodedBody>;
  /** The file of each recording, by its address. */
  recordings: Map<string, string>;
  render: (state: PageState) => Promise<string>;
}

/**
 * @param siteDir the folder of a rendered site
 * @param distDir the build that rendered it
 * @param earlier the folders of earlier sites; a page that is still open in a
 * browser fetches their files @throws {Error} with a sentence for the operator
 */
export async function loadBuiltSite(
  siteDir: string,
  distDir: string,
  publicKey: string,
  earlier: string[] = [],
) {
  const manifest = await readManifest(siteDir);
  try {
    const renderer = await loadRenderer(siteDir, distDir);
    const site = await loadFrom(siteDir, manifest, publicKey, renderer);
    for (const folder of earlier) await addFiles(site, folder);
    return site;
  } catch (cause) {
    throw new Error(
      `The build in ${siteDir} is damaged. Run \`npm run build\` again.`,
      { cause },
    );
  }
}

/**
 * Adds the files that only an earlier site has,
 * except unreadable files of a damaged build.
 */
async function addFiles(
  { manifest, assets, recordings }: BuiltSite,
  dir: string,
): Promise<void> {
  const earlier = await readManifest(dir).catch(() => undefined);
  const paths = (earlier?.assets ?? []).filter((path) => !assets.has(path));
  for (const path of earlier?.recordings ?? [])
    recordings.set(path, join(dir, "site", path));
  for (const result of await Promise.allSettled(
    paths.map(assetReader(dir, manifest)),
  ))
    if (result.status === "fulfilled") assets.set(...result.value);
}

function assetReader(folder: string, manifest: BuildManifest) {
  const readSiteFile = (file: string) => readFile(join(folder, "site", file));
  const base = baseHeadersOf(manifest);
  return async (path: string): Promise<[string, EncodedBody]> => {
    const compressed = await readSiteFile(`${path}.br`).catch(() => undefined);
    const headers = { ...base, ...fileHeaders(path) };
    return [path, bodyOf(await readSiteFile(path), compressed, path, headers)];
  };
}

async function loadFrom(
  dir: string,
  manifest: BuildManifest,
  key: string,
  renderer: Renderer,
): Promise<BuiltSite> {
  const withKey = (html: string) =>
    html.replaceAll(PUBLIC_KEY_PLACEHOLDER, () => key);
  const readPage = async ([path, file]: [string, string]): Promise<
    [string, LoadPage]
  > => {
    const html = withKey(await readFile(join(dir, "site", file), "utf8"));
    // The policy has hashes of only this page's
    // styles, because all pages' hashes would be long.
    const styleHashes = stylesIn(html).map(policyHash);
    const headers = {
      ...securityHeaders({ ...manifest, styleHashes }),
      "cache-control": "no-cache",
    };
    let latest: { times: string; body: Promise<EncodedBody> } | undefined;
    const load: LoadPage = (nextTimesHtml = "") => {
      const times = html.includes(NEXT_TIMES) ? nextTimesHtml : "";
      if (latest?.times === times) return latest.body;
      const page = html.replace(NEXT_TIMES, NEXT_TIMES + times);
      latest = { times, body: encodeBody(Buffer.from(page), file, headers) };
      return latest.body;
    };
    return [path, load];
  };
  const [assets, pages] = await Promise.all([
    Promise.all(manifest.assets.map(assetReader(dir, manifest))),
    Promise.all(Object.entries(manifest.pages).map(readPage)),
  ]);
  return {
    manifest,
    assets: new Map(assets),
    recordings: new Map(
      manifest.recordings.map((path) => [path, join(dir, "site", path)]),
    ),
    pages: new Map(pages),
    render: async (state) => withKey(await renderer.renderPage(state)),
  };
}

/** @throws {Error} with a sentence for the operator */
export async function readManifest(distDir: string): Promise<BuildManifest> {
  try {
    return JSON.parse(await readFile(join(distDir, "manifest.json"), "utf8"));
  } catch (cause) {
    throw new Error("The site is not built. Run `npm run build` first.", {
      cause,
    });
  }
}

/**
 * The URL of the code that renders. All sites of
 * a build share it, as no module is ever freed.
 */
export const renderCodeOf = (distDir: string): string =>
  pathToFileURL(join(distDir, PROGRAM, "render", "render.js")).href;

/** What the code renders: content, assets and analytics. */
export const readRenderInput = (siteDir: string): Promise<string> =>
  readFile(join(siteDir, "render", "input.json"), "utf8");

export async function loadRenderer(
  siteDir: string,
  distDir: string,
): Promise<Renderer> {
  const code: RendererModule = await import(renderCodeOf(distDir));
  return code.createRenderer(JSON.parse(await readRenderInput(siteDir)));
}

function stylesIn(html: string): string[] {
  const [head = ""] = html.split("</head>", 1);
  return Array.from(
    head.matchAll(/<style>(.*?)<\/style>/gs),
    ([, text = ""]) => text,
  );
}

/**
 * The policy's entry for an inline style or
 * script. Source: CSP Level 3, section 2.3.1.
 */
export function policyHash(text: string): string {
  return `'sha256-${hash("sha256", text, "base64")}'`;
}
