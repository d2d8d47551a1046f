/** Takes over the prerendered page: hydrates the tree that it was rendered from, with the data that it was given. */
import { hydrateRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { startNavigation } from "./components/navigation.ts";
import { loadPage, type LoadedPage } from "./load-page.ts";
import { elementOf, readPageData } from "./page-data.ts";

/** @throws {Error} when the page was not built by this project */
export const hydrate = (page: LoadedPage | undefined): void => {
  const { state, shared } = readPageData();
  startNavigation(loadPage);
  hydrateRoot(elementOf("root"), <App state={state} words={shared} page={page} />);
};
