import { fillIn } from "../contract/content/fill-in.ts";
import type { Content, Trade } from "../contract/content/schema.ts";
import type {
  Analytics,
  Assets,
  Stylesheet,
} from "../contract/http/build-manifest.ts";
import * as contract from "../contract/http/page.ts";
import {
  HOME,
  LARGE_ICON_PATH,
  routeAt,
  shareImagePath,
} from "../contract/http/routes.ts";
import { START_SCRIPT } from "../contract/http/security-policy.ts";
import { languageOf } from "../contract/locale/locale.ts";
import { FontPreloads, fontsFor } from "./components/font-preloads.tsx";
import type { PageData } from "./page-data.ts";
import type { PageKind } from "./page-modules.ts";

interface DocumentProps extends Head {
  kind: PageKind;
  content: Content;
  assets: Assets;
  html: string;
  data: PageData | undefined;
  /** Undefined on pages where scripts of other origins must not run. */
  analytics: Analytics | undefined;
}

export function Document({
  kind,
  title,
  listing,
  content,
  assets,
  html,
  data,
  analytics,
}: DocumentProps) {
  const styles = stylesOf(kind, html, assets);
  const lang = languageOf(content.locale);
  return (
    <html lang={lang} data-lang={lang}>
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, viewport-fit=cover"
        />
        <title>{title}</title>
        <FontPreloads fonts={assets.fonts} text={html} />
        {styles.map(({ file, text }) => (
          <style key={file} dangerouslySetInnerHTML={{ __html: text }} />
        ))}
        {listing && <SeoTags {...listing} title={title} content={content} />}
        {!listing && <meta name="robots" content="noindex" />}
        <meta name="theme-color" content={assets.themeColor} />
        <meta name={contract.API_URL_META} content={assets.apiUrl} />
        <meta
          name={contract.PUBLIC_KEY_META}
          content={contract.PUBLIC_KEY_PLACEHOLDER}
        />
        {/* `with-styles.ts` skips styles that `data-files` names. */}
        <script
          data-entry={assets.entry}
          data-files={styles.map(({ file }) => file).join(" ")}
          dangerouslySetInnerHTML={{ __html: START_SCRIPT }}
        />
        <link rel="icon" href={assets.icon} />
      </head>
      <body>
        <div id="root" dangerouslySetInnerHTML={{ __html: html }} />
        {data && (
          <DataScript
            type="application/json"
            id={contract.PAGE_DATA_ID}
            data={data}
          />
        )}
        {/* A template runs nothing. `main.tsx` adds it after `load`. */}
        {analytics?.html && (
          <template id={contract.ANALYTICS_ID}>
            <div hidden dangerouslySetInnerHTML={{ __html: analytics.html }} />
          </template>
        )}
      </body>
    </html>
  );
}

/** The colors and fonts, and the styles that the page's module imports. */
function stylesOf(
  kind: PageKind,
  html: string,
  { styles, fonts, theme }: Assets,
): Pick<Stylesheet, "file" | "text">[] {
  const letters = { file: "letters", text: theme.letters };
  return [
    { file: "theme", text: theme.own },
    ...(fontsFor(html, fonts).length > 1 ? [letters] : []),
    ...styles.filter(({ pages }) => pages.includes(kind)),
  ];
}

/** Source: ogp.me. */
function SeoTags({
  title,
  content,
  ...listing
}: Listing & { title: string; content: Content }) {
  const { site, pages } = content;
  const { description, path, image = shareImagePath(), graph } = listing;
  const url = new URL(path, site.siteUrl).href;
  const properties = {
    "og:type": "website",
    "og:site_name": site.brandName,
    "og:title": title,
    "og:description": description,
    "og:url": url,
    "og:image": new URL(image, site.siteUrl).href,
    "og:image:width": "1200",
    "og:image:height": "630",
    "og:image:alt": listing.imageText ?? pages.home.title,
  };
  return (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={url} />
      {Object.entries(properties).map(([property, text]) => (
        <meta key={property} property={property} content={text} />
      ))}
      <meta name="twitter:card" content="summary_large_image" />
      {graph && (
        <DataScript
          type="application/ld+json"
          data={{ "@context": "https://schema.org", "@graph": graph }}
        />
      )}
    </>
  );
}

/**
 * JSON within a script element. No text
 * that a visitor typed can end the element.
 */
function DataScript({
  data,
  ...attributes
}: {
  type: string;
  id?: string;
  data: object;
}) {
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  return <script {...attributes} dangerouslySetInnerHTML={{ __html: json }} />;
}

export interface Head {
  title: string;
  /** Undefined for a page that search engines do not list. */
  listing?: Listing;
}

interface Listing {
  description: string;
  path: string;
  /**
   * The picture of link previews. The default is the landing page's picture.
   */
  image?: string;
  imageText?: string;
  /** Source: schema.org. */
  graph?: object[] | undefined;
}

/** The head of every page, except pages of trades and Markdown pages. */
export function headOf(
  { path, status, form, schedule }: contract.PageState,
  content: Content,
): Head {
  const { pages, errorTitle } = content;
  if (form.kind === "failed")
    return { title: fillIn(errorTitle, pages.bookCall) };
  if (form.kind === "submitted") return pages.confirmation;
  if (schedule) return scheduleHead(schedule, path, content);
  const route = status < 400 && routeAt(path);
  if (!route) return pages.error;
  const { title, description } = pages[route.name];
  const graph = route === HOME ? siteGraph(content) : undefined;
  return { title, listing: { description, path, graph } };
}

function scheduleHead(
  schedule: contract.ScheduleState,
  path: string,
  { pages, errorTitle }: Content,
): Head {
  if (schedule.view === "call") return pages[titleOf(schedule)];
  const wrong = { title: fillIn(errorTitle, pages.link) };
  if (schedule.view === "ask")
    return { asking: pages.link, wrong, sent: pages.linkSent }[schedule.step];
  const { title, description } = pages.schedule;
  const times = { title, listing: { description, path } };
  const none =
    schedule.view === "none" && schedule.why === "link" ? pages.call : times;
  return {
    times,
    none,
    form: pages.bookCall,
    kept: pages.kept,
    zones: { title },
  }[schedule.view];
}

function titleOf({ phase, news: { kind } }: contract.BookedCall) {
  if (phase === "cancelled") return phase;
  return contract.isComing(phase) && (kind === "booked" || kind === "moved")
    ? kind
    : "call";
}

function organization({ siteUrl, brandName }: Content["site"]) {
  const { href } = new URL("/", siteUrl);
  return {
    "@type": "Organization",
    "@id": `${href}#organization`,
    name: brandName,
    url: href,
  };
}

/**
 * Has no ratings, since Google punishes a site
 * that rates itself (docs: "Review snippet").
 */
function siteGraph({ site, logo, pictures, pages }: Content): object[] {
  const agency = organization(site);
  const { name, url } = agency;
  const logoUrl = new URL(
    (logo && pictures[logo.picture]?.src) ?? LARGE_ICON_PATH,
    url,
  ).href;
  const contact = { email: site.contactEmail, telephone: site.contactPhone };
  return [
    {
      ...agency,
      description: pages.home.description,
      ...contact,
      logo: logoUrl,
    },
    { "@type": "WebSite", name, url },
  ];
}

export function tradeHead({ site }: Content, name: string, trade: Trade): Head {
  const { title, description, headline, faq } = trade;
  const path = `/${name}`;
  const url = new URL(path, site.siteUrl).href;
  const image = shareImagePath(name);
  const service = {
    "@type": "Service",
    "@id": `${url}#service`,
    name: headline,
    description,
    url,
    image: new URL(image, site.siteUrl).href,
    audience: { "@type": "BusinessAudience", audienceType: trade.name },
    provider: { ...organization(site), telephone: site.contactPhone },
  };
  const mainEntity = faq.items.map(({ question, answer: text }) => {
    return {
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text },
    };
  });
  const questions =
    mainEntity.length > 0 ? [{ "@type": "FAQPage", mainEntity }] : [];
  const graph = [service, ...questions];
  return {
    title,
    listing: { description, path, image, imageText: headline, graph },
  };
}
