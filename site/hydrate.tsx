/** Takes over the prerendered page: hydrates the tree that it was rendered from, with the data that it was given. */
import { hydrateRoot } from "react-dom/client";
import { App } from "./app.tsx";
import type { LoadedPage } from "./load-page.ts";
import { readPageData } from "./page-data.ts";

let hydrated = false;

/** @throws {Error} when the page was not built by this project */
export function hydrate(page: LoadedPage | undefined): void {
  if (hydrated) return;
  hydrated = true;
  const root = document.getElementById("root");
  if (!root) throw new Error("The page lacks its root; it was not built by this project.");
  const { state, shared } = readPageData();
  hydrateRoot(root, <App state={state} words={shared} page={page} />);
}
