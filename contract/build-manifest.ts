/** What is in the files that build, renderer, server and page give to each other. */
import type { Content } from "./content/schema.ts";
import type { Colors } from "./content/colors.ts";
import type { FormContent } from "./form-content.ts";
import type { Locale } from "./locale/locale.ts";
import type { Renderer } from "./page.ts";

/** `content/analytics.html`, for public pages except errors and links with a token. */
export interface Analytics {
  html: string;
  hashes: readonly string[];
  origins: readonly string[];
}

export const NO_ANALYTICS: Analytics = { html: "", hashes: [], origins: [] };

/** For each value of the content there is an environment variable that overrides it. */
export type SiteConfig = Content["site"];

export interface ServerContent extends Pick<
  Content,
  "site" | "messages" | "testLead" | "mail" | "workingHours"
> {
  locale: Locale;
  sources: Content["leadContent"]["sources"];
  unconfigured: readonly (keyof SiteConfig)[];
  /** How many samples and placeholders are left in the content. */
  unready: number;
  sampleTestimonials: boolean;
  logo: Logo | null;
  mailColors: Colors;
  /** The person who signs mails to visitors; null if the content names nobody, or a sample. */
  host: { name: string; role: string } | null;
  /** What a visitor should have ready for a call. */
  ready: string;
  form: FormContent;
}

/** In base64, embedded in mails. There is none for a large file, or one that is no PNG or JPEG. */
export interface Logo {
  mimeType: string;
  data: string;
  width: number;
  height: number;
  replaces: "mark" | "mark and name";
}

/** `dist/manifest.json`. */
export interface BuildManifest extends ServerContent {
  /** The hash of the sources of scripts and styles. Without it, the site is not rendered anew. */
  program?: string;
  /** The hash of `program`, of the content and of the settings. */
  madeOf?: string;
  /** Paths of HTML files below `site/`, by route. */
  pages: Record<string, string>;
  /** Paths below `site/`, as in URLs, of all files but pages and compressed copies. */
  assets: string[];
  /** Hashes for `style-src`, each as `'sha256-…'`. */
  styleHashes: readonly string[];
  analytics: Analytics;
}

/** `program.json`: the scripts and styles of a build, the same for every content. */
export interface Program {
  program: string;
  entry: string;
  /** Styles of all pages, then of some. `file`: its path below `site/`, without a first slash. */
  styles: readonly { file: string; text: string }[];
}

export interface Assets extends Pick<Program, "entry" | "styles"> {
  /** The path of the content's icon; without one, the brand's mark as a `data:` URL. */
  icon: string;
  /** The display font's files. The first serves every page, the others only letters of `range`. */
  fonts: readonly { url: string; range?: string | undefined }[];
  themeColor: string;
  /** `own`: the colors and the first font's rule; `letters`: the rules of the other fonts. */
  theme: { own: string; letters: string };
  apiUrl: string;
  /** The address of the content files. `{page}` stands for a page's name, or for `demos`. */
  contentFiles: string;
}

/** The exports of `render/render.js`. */
export interface RendererModule {
  /** @param input `render/input.json` */
  createRenderer(input: { content: Content; assets: Assets; analytics: Analytics }): Renderer;
  /** Content that pages fetch, by the name of its file. */
  filesOfContent(content: Content): Record<string, unknown>;
}

/** A placeholder address says nothing about TLS. */
export function isServedByTls({ site, unconfigured }: BuildManifest): boolean {
  return site.siteUrl.startsWith("https://") && !unconfigured.includes("siteUrl");
}
