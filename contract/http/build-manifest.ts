/**
 * Types of the files through which the build, the
 * renderer, the server and the page share data.
 */

import type { Colors } from "../content/colors.ts";
import type { FormContent } from "../content/form-content.ts";
import type { Content } from "../content/schema.ts";
import type { Locale } from "../locale/locale.ts";
import type { Renderer } from "./page.ts";

/**
 * `content/analytics.html`. Error pages, and
 * pages whose address has a token, leave it out.
 */
export interface Analytics {
  html: string;
  /**
   * The policy allows the scripts with these
   * hashes, and requests to these origins.
   */
  hashes: readonly string[];
  origins: readonly string[];
}

export const NO_ANALYTICS: Analytics = { html: "", hashes: [], origins: [] };

/** Values of the content that environment variables can override. */
export type SiteConfig = Content["site"];

export interface ServerContent extends Pick<
  Content,
  "site" | "messages" | "testLead" | "mail" | "schedulePage" | "workingHours"
> {
  locale: Locale;
  sources: Content["leadContent"]["sources"];
  outcomes: Content["leadContent"]["outcomes"];
  /** The names of values that are still the delivered placeholders. */
  unconfigured: readonly (keyof SiteConfig)[];
  /** How many obstacles to a launch the content has. */
  unready: number;
  sampleTestimonials: boolean;
  /**
   * null with the sample's mark, undefined with a logo that mails do not show.
   */
  logo: Logo | null | undefined;
  mailColors: Colors;
  /**
   * The person who signs mails to visitors; null
   * if the content names nobody, or only a sample.
   */
  host: { name: string; role: string } | null;
  form: FormContent;
}

/**
 * A picture in base64 that mails embed.
 * Only a small PNG or JPEG becomes a logo.
 */
export interface Logo {
  mimeType: string;
  data: string;
  width: number;
  height: number;
  replaces: "mark" | "mark and name";
}

/** `dist/manifest.json`. */
export interface BuildManifest extends ServerContent {
  /**
   * The hash of the sources of scripts and styles. Undefined in `npm run dev`.
   */
  program?: string;
  /** One hash over `program`, the content and the settings. */
  madeOf?: string;
  /** For each route, the path of its HTML file below `site/`. */
  pages: Record<string, string>;
  /**
   * Paths below `site/`, with slashes, of all
   * files except pages and compressed copies.
   */
  assets: string[];
  /** The addresses of recordings, which are not in memory. */
  recordings: string[];
  /** Hashes for `style-src`, each as `'sha256-…'`. */
  styleHashes: readonly string[];
  analytics: Analytics;
}

/**
 * `program.json`: the scripts and styles
 * of a build, the same for every content.
 */
export interface Program {
  program: string;
  entry: string;
  /** The styles of all pages come before styles of some pages. */
  styles: readonly Stylesheet[];
}

export interface Stylesheet {
  /** Such as `assets/a.css`. */
  file: string;
  text: string;
  /** The kinds of page that have these styles (site/page-modules.ts). */
  pages: readonly string[];
}

export interface Assets extends Pick<Program, "entry" | "styles"> {
  /**
   * The path of the content's icon; without an
   * icon, the brand's mark as a `data:` URL.
   */
  icon: string;
  /**
   * The display font. Every page uses the first
   * file. Other files have rarer letters.
   */
  fonts: readonly { url: string; range?: string | undefined }[];
  themeColor: string;
  /**
   * CSS. `own` has the colors and the first font's
   * rule. `letters` has the other fonts' rules.
   */
  theme: { own: string; letters: string };
  apiUrl: string;
  /**
   * The address of the content files. `{page}`
   * stands for a page's name, or for `demos`.
   */
  contentFiles: string;
}

/** What all pages of a site are made of. */
export interface RenderInput {
  content: Content;
  assets: Assets;
  analytics: Analytics;
}

/** The exports of `program/render/render.js`. */
export interface RendererModule {
  createRenderer(input: RenderInput): Renderer;
  /** The content files that pages fetch, keyed by file name. */
  filesOfContent(content: Content): Record<string, unknown>;
}

/**
 * Whether browsers reach the site by TLS. This
 * is false while the address is a placeholder.
 */
export function isServedByTls({ site, unconfigured }: BuildManifest): boolean {
  return (
    site.siteUrl.startsWith("https://") && !unconfigured.includes("siteUrl")
  );
}
