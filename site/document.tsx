/** The html shell around a rendered page: head, metadata, the styles inlined, the data for the script. */
import type { OtherOrigins } from "../contract/build-manifest.ts";
import * as contract from "../contract/page.ts";
import { HOME, routeAt } from "../contract/routes.ts";
import { START_SCRIPT } from "../contract/security-policy.ts";
import type { Content, Trade } from "./content/schema.ts";
import { FontPreloads, fontsFor } from "./components/font-preloads.tsx";
import { pageNameOf } from "./load-page.ts";
import type { PageData } from "./page-data.ts";
import { sharedContent, contentForHtml } from "./page-content.ts";
import * as v from "valibot";

interface DocumentProps {
  state: contract.PageState;
  content: Content;
  assets: Assets;
  otherOrigins: OtherOrigins;
  html: string;
}

export function Document({ state, content, assets, otherOrigins, html }: DocumentProps) {
  const meta = metadata(state, content);
  const still = markdownPageAt(content, state.path) ?? tradeAt(content, state.path);
  const data = pageData(state, content, assets);
  // Nothing of it is taken over by the script.
  const isStill = still !== undefined || (state.schedule !== undefined && !pageNameOf(state));
  const isErrorPage = !isStill && !pageNameOf(state);
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{meta.title}</title>
        <FontPreloads fonts={assets.fonts} html={html} />
        {stylesOf(html, assets).map(({ file, text }) => (
          <style key={file} data-file={file} dangerouslySetInnerHTML={{ __html: text }} />
        ))}
        {meta.found ? (
          <SeoTags {...meta.found} title={meta.title} content={content} />
        ) : (
          <meta name="robots" content="noindex" />
        )}
        <meta name="theme-color" content={assets.themeColor} />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <meta name={contract.API_URL_META} content={assets.apiUrl} />
        <meta name={contract.PUBLIC_KEY_META} content={contract.PUBLIC_KEY_PLACEHOLDER} />
        <script data-entry={assets.entry} dangerouslySetInnerHTML={{ __html: START_SCRIPT }} />
        <link rel="icon" href={assets.icon} />
      </head>
      <body>
        <div id="root" dangerouslySetInnerHTML={{ __html: html }} />
        {isStill ? null : (
          <script
            type="application/json"
            id={contract.PAGE_DATA_ID}
            dangerouslySetInnerHTML={{ __html: scriptSafe(data) }}
          />
        )}
        {!isErrorPage && !hasToken(state) && <Analytics {...otherOrigins} />}
      </body>
    </html>
  );
}

/** The address of such a page lets its reader move and cancel the call, so scripts of other origins must not run there. */
function hasToken({ schedule }: contract.PageState): boolean {
  return schedule !== undefined && "token" in schedule && schedule.token !== undefined;
}

/** Waits for our script. Out of a template React would hoist an `async` script, and of a page whose script waits for `load` a slow one is no part. */
function Analytics({ analytics, snippet }: OtherOrigins) {
  if (!analytics && !snippet) return null;
  const cors = analytics?.attributes["integrity"] === undefined ? undefined : "anonymous";
  return (
    <template id={contract.ANALYTICS_ID}>
      {analytics && <script defer src={analytics.src} crossOrigin={cors} {...analytics.attributes} />}
      {snippet && <div hidden dangerouslySetInnerHTML={{ __html: snippet.html }} />}
    </template>
  );
}

/** The styles that all pages share, and of the others those that the page has a class of, or letters for. */
function stylesOf(html: string, { styles, fonts }: Assets): Assets["styles"] {
  const classes = new Set(
    [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = ""]) => names.split(" ")),
  );
  return styles.filter(
    ({ text }, index) =>
      index === 0 ||
      [...text.matchAll(/\.([a-z][\w-]*)/gi)].some(([, name = ""]) => classes.has(name)) ||
      fontsFor(html, fonts).some(({ url }, file) => file > 0 && text.includes(url)),
  );
}

export function markdownPageAt({ markdownPages }: Content, path: string) {
  return Object.entries(markdownPages).find(([name]) => path === `/${name}`)?.[1];
}

export function tradeAt({ trades }: Content, path: string) {
  return Object.entries(trades).find(([name]) => path === `/${name}`)?.[1];
}

/** Tags for search engines and link previews. Source: ogp.me. */
function SeoTags({ title, description, path, content }: Found & { title: string; content: Content }) {
  const { site, pages } = content;
  const trade = tradeAt(content, path);
  const data = trade ? serviceData(content, trade, path) : path === HOME.path && structuredData(content);
  const url = new URL(path, site.siteUrl).href;
  return (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={url} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={site.brandName} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      <meta
        property="og:image"
        content={new URL(trade ? `/share-image-${path.slice(1)}.png` : "/share-image.png", site.siteUrl).href}
      />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={trade ? trade.headline : pages.home.title} />
      <meta name="twitter:card" content="summary_large_image" />
      {data && <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: scriptSafe(data) }} />}
    </>
  );
}

/** JSON that cannot end the script element it stands in, whatever a visitor typed. */
function scriptSafe(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

function pageData(state: contract.PageState, content: Content, { contentFiles }: Assets): PageData {
  const name = pageNameOf(state);
  const pageContent = name ? { [name]: contentForHtml(content)[name] } : {};
  return { state, shared: sharedContent(content, state), pageContent, contentFiles };
}

interface Found {
  description: string;
  path: string;
}

/** `found`: undefined where the page is not one to be found. */
function metadata(state: contract.PageState, content: Content): { title: string; found?: Found } {
  const { pages } = content;
  const { schedule } = state;
  if (schedule?.view === "times" || (schedule?.view === "none" && schedule.why !== "link")) {
    const { title, description } = pages.schedule;
    return { title, found: { description, path: state.path } };
  }
  if (schedule)
    return schedule.view === "form" && schedule.movedFrom === undefined ? pages.bookCall : pages.call;
  if (state.form.kind === "submitted") return pages.confirmation;
  if (state.form.kind === "failed") return pages.bookCallError;
  if (state.status >= 400) return pages.error;
  const still = markdownPageAt(content, state.path) ?? tradeAt(content, state.path);
  if (still) return { title: still.title, found: { description: still.description, path: state.path } };
  const route = routeAt(state.path);
  if (!route) return pages.error;
  const { title, description } = pages[route.name];
  return { title, found: { description, path: route.path } };
}

/** No ratings of our own: engines punish them (Google Search Central, "Review snippet"). */
function structuredData({ site, logo, pictures, pages }: Content): object {
  const organization = `${new URL("/", site.siteUrl).href}#organization`;
  return {
    "@context": "https://schema.org",
    "@graph": [
      {
        "@type": "Organization",
        "@id": organization,
        name: site.brandName,
        url: new URL("/", site.siteUrl).href,
        description: pages.home.description,
        email: site.contactEmail,
        telephone: site.contactPhone,
        logo: new URL((logo && pictures[logo.picture]?.src) ?? "/icon-512.png", site.siteUrl).href,
      },
      {
        "@type": "WebSite",
        "@id": `${new URL("/", site.siteUrl).href}#website`,
        name: site.brandName,
        url: new URL("/", site.siteUrl).href,
        publisher: { "@id": organization },
      },
    ],
  };
}

/** Source: schema.org/Service. */
function serviceData({ site }: Content, trade: Trade, path: string): object {
  const home = new URL("/", site.siteUrl).href;
  const url = new URL(path, home).href;
  return {
    "@context": "https://schema.org",
    "@graph": [
      {
        "@type": "Service",
        "@id": `${url}#service`,
        name: trade.headline,
        description: trade.description,
        url,
        image: new URL(`/share-image${path.replace("/", "-")}.png`, home).href,
        audience: { "@type": "BusinessAudience", audienceType: trade.name },
        provider: {
          "@type": "Organization",
          "@id": `${home}#organization`,
          name: site.brandName,
          url: home,
          telephone: site.contactPhone,
        },
      },
      ...(trade.faq.items.length > 0 ? [faqPage(trade.faq)] : []),
    ],
  };
}

/** Source: schema.org/FAQPage. */
function faqPage({ items }: Pick<Content["faq"], "items">): object {
  return {
    "@type": "FAQPage",
    mainEntity: items.map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: answer },
    })),
  };
}

export const AssetsSchema = v.object({
  entry: v.string(),
  /** The SVG itself, which is smaller than the headers of a response. */
  icon: v.string(),
  /** Files of the display font: the one for every page, then those for pages with some of their letters. */
  fonts: v.array(v.object({ url: v.string(), letters: v.string() })),
  /** For the browser's own toolbars. */
  themeColor: v.string(),
  /** Styles of all pages, then of some. `file`: the URL for a page opened inside the app. */
  styles: v.array(v.object({ file: v.string(), text: v.string() })),
  apiUrl: v.string(),
  /** The content of each whole page, for navigation inside the app, and the conversations of the demo: `*` stands for the name. */
  contentFiles: v.string(),
});

export type Assets = v.InferOutput<typeof AssetsSchema>;
