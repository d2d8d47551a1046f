import type { Assets } from "../../contract/http/build-manifest.ts";
import type { Content } from "../../contract/content/schema.ts";
import { readRenderInput, renderCodeOf } from "../http/built-site.ts";
import type { InboxPages } from "./pages.tsx";

export interface Shown {
  content: Content;
  pages: InboxPages;
}

/** Loads the pages that the build made of `pages.tsx`, with the content that the site shows. */
export async function loadInboxPages(
  siteDir: string,
  distDir: string,
): Promise<Shown> {
  const input: { content: Content; assets: Assets } = JSON.parse(
    await readRenderInput(siteDir),
  );
  const code: typeof import("./pages.tsx") = await import(
    renderCodeOf(distDir)
  );
  return {
    content: input.content,
    pages: code.createInboxPages(input.content, input.assets),
  };
}
