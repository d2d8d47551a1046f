/**
 * Writes a tiny build in the form of a real build,
 * so that tests of the server need no bundler.
 */

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  NO_ANALYTICS,
  type BuildManifest,
  type SiteConfig,
} from "../../contract/http/build-manifest.ts";
import {
  API_URL_META,
  PUBLIC_KEY_META,
  PUBLIC_KEY_PLACEHOLDER,
} from "../../contract/http/page.ts";
import { REST_PATH } from "../../contract/http/routes.ts";
import { NEXT_TIMES } from "../../contract/locale/next-times.ts";
import { serverContent } from "../../server/content/server-content.ts";
import { SAMPLE_CONTENT } from "../../server/settings/env.ts";
import { content } from "../content.ts";

const sample = serverContent(content, SAMPLE_CONTENT);

export const FORM = sample.form;
export const LOCALE = sample.locale;
/** The agency gets mail at night, too, so tests do not depend on the hour. */
export const workingHours = { ...content.workingHours, mailLeadsAtNight: true };

const STYLE_HASH = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

export const AGENCY: SiteConfig = {
  siteUrl: "https://agency.example",
  brandName: "Nightshift",
  contactEmail: "hello@agency.example",
  contactPhone: "+1 555 0100",
  schedulingUrl: "https://calendar.example/call",
};

/** A page that is long enough to be compressed. */
const html = (title: string) =>
  `<!doctype html><html lang="en"><style></style>` +
  `<meta name="${PUBLIC_KEY_META}" content="${PUBLIC_KEY_PLACEHOLDER}"><title>${title}</title>` +
  NEXT_TIMES +
  "<p>We answer every call.</p>".repeat(60);

/** A renderer whose pages contain their state as JSON. */
const RENDER = `
export function createRenderer() {
  return { renderPage };
}
export function createInboxPages() {
  return { styles: "", render: (page) => \`<!doctype html><title>\${page}</title>\` };
}
async function renderPage(state) {
  const data = JSON.stringify(state).replaceAll("<", "\\\\u003c");
  return \`<!doctype html><meta name="${PUBLIC_KEY_META}" content="${PUBLIC_KEY_PLACEHOLDER}">\` +
    \`<meta name="${API_URL_META}" content="${REST_PATH}">\` +
    \`<title>\${state.status}</title><script type="application/json" id="state">\${data}</script>\`;
}
`;

export const MANIFEST: BuildManifest = {
  pages: { "/": "index.html", "/book-call": "book-call.html" },
  assets: [
    "/assets/entry-1a2b3c4d.js",
    "/pictures/van-1a2b3c4d.avif",
    "/robots.txt",
  ],
  recordings: [],
  styleHashes: [STYLE_HASH],
  analytics: NO_ANALYTICS,
  ...sample,
  site: AGENCY,
  unconfigured: [],
  unready: 3,
  sampleTestimonials: false,
  host: null,
  workingHours,
};

/** Writes `dist/` below a folder. @returns its path */
export function writeBuild(
  folder: string,
  changes: Partial<BuildManifest> = {},
): string {
  const dist = join(folder, "dist");
  for (const [name, text] of Object.entries({
    "manifest.json": JSON.stringify({ ...MANIFEST, ...changes }),
    "site/index.html": html("Home"),
    "site/book-call.html": html("Book a call"),
    "site/assets/entry-1a2b3c4d.js": "export const answer = 42;\n".repeat(40),
    "site/pictures/van-1a2b3c4d.avif": "a van",
    "site/robots.txt": "User-agent: *\nAllow: /\n",
    "program/render/render.js": RENDER,
    "render/input.json": JSON.stringify({ content }),
  })) {
    mkdirSync(dirname(join(dist, name)), { recursive: true });
    writeFileSync(join(dist, name), text);
  }
  return dist;
}
