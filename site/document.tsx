/** The html shell around a rendered page: head, metadata, the styles inlined, the state for the browser. */
import {
  API_URL_META,
  PAGE_STATE_ID,
  PUBLIC_KEY_META,
  PUBLIC_KEY_PLACEHOLDER,
  type PageState,
} from "../contract/page.ts";
import { pages } from "./content/pages.ts";
import { site } from "./content/site.ts";

/** What the client build made, by URL; the styles as text. */
export interface ClientAssets {
  entry: string;
  font: string;
  styles: string;
  apiUrl: string;
}

interface DocumentProps {
  state: PageState;
  assets: ClientAssets;
  /** The page, rendered. */
  html: string;
}

export function Document({ state, assets, html }: DocumentProps) {
  const meta = metadata(state);
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{meta.title}</title>
        {meta.description && <meta name="description" content={meta.description} />}
        {meta.path ? (
          <link rel="canonical" href={new URL(meta.path, site.siteUrl).href} />
        ) : (
          <meta name="robots" content="noindex" />
        )}
        <link rel="preload" href={assets.font} as="font" type="font/woff2" crossOrigin="anonymous" />
        <style dangerouslySetInnerHTML={{ __html: assets.styles }} />
        <meta name="theme-color" content="#0f1418" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <meta name={API_URL_META} content={assets.apiUrl} />
        <meta name={PUBLIC_KEY_META} content={PUBLIC_KEY_PLACEHOLDER} />
        <script type="module" src={assets.entry} />
      </head>
      <body>
        <div id="root" dangerouslySetInnerHTML={{ __html: html }} />
        <script
          type="application/json"
          id={PAGE_STATE_ID}
          dangerouslySetInnerHTML={{ __html: scriptSafe(state) }}
        />
      </body>
    </html>
  );
}

/** JSON that cannot end the script element it stands in, whatever a visitor typed. */
function scriptSafe(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

function metadata(state: PageState): { title: string; description?: string; path?: string } {
  if (state.form.kind === "submitted") return pages.confirmation;
  if (state.form.kind === "failed") return { title: pages.bookCall.title };
  if (state.status >= 400) return pages.error;
  return Object.values(pages).find((page) => "path" in page && page.path === state.path) ?? pages.error;
}
