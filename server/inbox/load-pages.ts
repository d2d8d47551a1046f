import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Assets } from "../../contract/http/build-manifest.ts";
import type { Content } from "../../contract/content/schema.ts";
import type { InboxPages } from "./pages.tsx";

export interface Shown {
  content: Content;
  pages: InboxPages;
}

/** Loads the pages that the build made of `pages.tsx`, with the content that the site shows. */
export async function loadInboxPages(buildDir: string): Promise<Shown> {
  const folder = join(buildDir, "render");
  const input: { content: Content; assets: Assets } = JSON.parse(
    await readFile(join(folder, "input.json"), "utf8"),
  );
  const bundle: typeof import("./pages.tsx") = await import(
    pathToFileURL(join(folder, "render.js")).href
  );
  return {
    content: input.content,
    pages: bundle.createInboxPages(input.content, input.assets),
  };
}
