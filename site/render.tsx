/** Renders a page to HTML: at build for the prerendered ones, in the server for errors and refused forms. */
import { prerender } from "react-dom/static";
import { renderToStaticMarkup } from "react-dom/server";
import type { PageState, Renderer } from "../contract/page.ts";
import { App } from "./app.tsx";
import { Document, type ClientAssets } from "./document.tsx";
import { loadPage } from "./page-modules.ts";

/** Put here by the build, which knows the names of the files it wrote. */
declare const CLIENT_ASSETS: ClientAssets;

export const renderPage: Renderer["renderPage"] = async (state: PageState) => {
  await loadPage(state.path);
  const { prelude } = await prerender(<App state={state} ssrPath={state.path} />, {
    // React would move a large boundary out of its place and back by an inline script, which the policy forbids.
    progressiveChunkSize: Infinity,
  });
  const html = await new Response(prelude).text();
  return `<!doctype html>${renderToStaticMarkup(<Document state={state} assets={CLIENT_ASSETS} html={html} />)}`;
};
