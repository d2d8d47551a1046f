/**
 * Makes a renderer of a content's pages without
 * a build. The addresses of scripts are made up.
 */

import type { Content } from "../contract/content/schema.ts";
import { NO_ANALYTICS } from "../contract/http/build-manifest.ts";
import { themeOf } from "../server/content/theme.ts";
import type { LoadedPages } from "../server/inbox/load-pages.ts";
import { createInboxPages } from "../server/inbox/pages.tsx";
import { contentForFiles } from "../site/page-content.ts";
import { createRenderer } from "../site/render.tsx";

const files = {
  entry: "/e.js",
  styles: [],
  apiUrl: "/rest/v1",
  contentFiles: "/{page}.json",
};

export function inboxOf(content: Content): LoadedPages {
  return {
    content,
    pages: createInboxPages(content, { ...themeOf(content), ...files }),
    draw: (draft, state) => rendererOf(draft).renderPage(state),
    filesOf: contentForFiles,
  };
}

export function rendererOf(content: Content, analytics = NO_ANALYTICS) {
  return createRenderer({
    content,
    analytics,
    assets: { ...themeOf(content), ...files },
  });
}
