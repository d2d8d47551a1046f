import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BuildManifest } from "../../contract/http/build-manifest.ts";
import {
  API_URL_META,
  PUBLIC_KEY_PLACEHOLDER,
  type PageState,
} from "../../contract/http/page.ts";
import {
  ASSETS_PATH,
  PICTURES_PATH,
  RECORDINGS_PATH,
  REST_PATH,
} from "../../contract/http/routes.ts";
import * as policy from "../../contract/http/security-policy.ts";
import { loadRenderer, readManifest } from "../../server/http/built-site.ts";
import { escapeMarkup } from "../../server/http/escape-markup.ts";
import type { StaticBackend } from "../../server/settings/env.ts";
import { namesIn } from "../../server/settings/files-in.ts";
import { OperatorError } from "../../server/settings/operator-error.ts";

const HEADERS = "_headers";
const CORP = "cross-origin-resource-policy";

/**
 * Writes a site that a CDN serves without this
 * server. Deletes an earlier static site first.
 * @throws {OperatorError} if the folder has files other
 * than an earlier static site, or the form asks for a
 * number, for which a hosted database has no column
 */
export async function writeStaticSite(
  site: string,
  dist: string,
  folder: string,
  backend: StaticBackend,
) {
  const manifest = await readManifest(site);
  if (manifest.form.asksNumber)
    throw new OperatorError(
      "Only this server stores a number. Set asksNumber in book-call.yaml to false, and build again.",
    );
  const renderer = await loadRenderer(site, dist);
  const present = namesIn(folder);
  if (present.length > 0 && !present.includes(HEADERS))
    throw new OperatorError(
      `${folder} has other files, which would be lost. Name a new folder.`,
    );
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, HEADERS), headerRules(manifest, backend));
  for (const file of [...manifest.assets, ...manifest.recordings])
    cpSync(join(site, "site", file), join(folder, file));
  const writePage = async (file: string, state: PageState) =>
    writeFileSync(
      join(folder, file),
      pointAt(backend, await renderer.renderPage(state)),
    );
  // CDNs answer `/book-call` with `book-call.html`,
  // and missing pages with `404.html`.
  for (const [path, file] of Object.entries(manifest.pages))
    await writePage(file, {
      path,
      status: 200,
      form: { kind: "empty", needsScript: true },
    });
  await writePage("404.html", {
    path: "/error",
    status: 404,
    form: { kind: "empty" },
  });
}

function pointAt(
  { leadsApiUrl, leadsApiKey }: StaticBackend,
  html: string,
): string {
  const meta = `<meta name="${API_URL_META}" content="${REST_PATH}"`;
  return html
    .replace(meta, () =>
      meta.replace(REST_PATH, () => escapeMarkup(leadsApiUrl)),
    )
    .replaceAll(PUBLIC_KEY_PLACEHOLDER, () => leadsApiKey);
}

/**
 * Netlify and Cloudflare Pages read this format:
 * a path, and its headers indented below it.
 */
function headerRules(
  manifest: BuildManifest,
  { leadsApiUrl }: StaticBackend,
): string {
  const targets = {
    connect: `'self' ${new URL(leadsApiUrl).origin}`,
    formAction: "'none'",
  };
  // All matching rules add their headers. Images
  // must have no CORP, so `/*` leaves it out.
  const { [CORP]: ownOnly = "", ...baseHeaders } = policy.securityHeaders(
    manifest,
    targets,
  );
  const rules = {
    "/*": baseHeaders,
    [`${ASSETS_PATH}*`]: { [CORP]: ownOnly, "cache-control": policy.FOR_EVER },
    [`${PICTURES_PATH}*`]: { "cache-control": policy.FOR_EVER },
    [`${RECORDINGS_PATH}*`]: { "cache-control": policy.FOR_EVER },
  };
  const blocks = Object.entries(rules).map(([path, headers]) => {
    const lines = Object.entries(headers).map(
      ([name, value]) => `  ${name}: ${value}\n`,
    );
    return `${path}\n${lines.join("")}`;
  });
  return blocks.join("\n");
}
