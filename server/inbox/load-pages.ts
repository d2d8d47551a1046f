import type { Content } from "../../contract/content/schema.ts";
import {
  NO_ANALYTICS,
  type RenderInput,
  type RendererModule,
} from "../../contract/http/build-manifest.ts";
import type { PageState } from "../../contract/http/page.ts";
import { themeOf } from "../content/theme.ts";
import { readRenderInput, renderCodeOf } from "../http/built-site.ts";

export type LoadedPages = Awaited<ReturnType<typeof loadInboxPages>>;

/**
 * Loads the pages that the build made of
 * `pages.tsx`, with the content that the site shows.
 */
export async function loadInboxPages(siteDir: string, distDir: string) {
  const input: RenderInput = JSON.parse(await readRenderInput(siteDir));
  const code: typeof import("./pages.tsx") & RendererModule = await import(
    renderCodeOf(distDir)
  );
  return {
    content: input.content,
    pages: code.createInboxPages(input.content, input.assets),
    /** Draws a page of the site with other words than visitors see. */
    draw: (content: Content, state: PageState) =>
      code
        .createRenderer({
          content,
          assets: { ...input.assets, ...themeOf(content) },
          analytics: NO_ANALYTICS,
        })
        .renderPage(state),
    /** The words of the pages with scripts, in all states. */
    filesOf: (content: Content) => code.filesOfContent(content),
  };
}
