/** Makes a renderer of a content's pages without a build. The addresses of scripts are made up. */
import { NO_ANALYTICS } from "../contract/build-manifest.ts";
import type { Content } from "../contract/content/schema.ts";
import { themeOf } from "../server/content/theme.ts";
import { createRenderer } from "../site/render.tsx";

export function rendererOf(content: Content, analytics = NO_ANALYTICS) {
  const files = { entry: "/e.js", styles: [], apiUrl: "/rest/v1", contentFiles: "/{page}.json" };
  return createRenderer({ content, analytics, assets: { ...themeOf(content), ...files } });
}
