/** Takes over the prerendered page: hydrates the tree that it was rendered from, with the data that it was given. */
import { hydrateRoot, type Root } from "react-dom/client";
import { PAGE_DATA_ID } from "../contract/page.ts";
import { App } from "./app.tsx";
import { startNavigation } from "./components/navigation.ts";
import { loaded, loadPage, loadPageOfHtml, type LoadedPage } from "./load-page.ts";
import { elementOf, readPageData } from "./page-data.ts";

let root: Root | undefined;

/** In `npm run dev` content changes around what is typed: the page's own data come anew, and its elements stay. */
async function renew(): Promise<void> {
  const answer = await fetch(location.href, { headers: { accept: "text/html" } });
  const fresh = new DOMParser()
    .parseFromString(await answer.text(), "text/html")
    .getElementById(PAGE_DATA_ID);
  if (!root || !fresh) return location.reload();
  const { state } = readPageData();
  elementOf(`#${PAGE_DATA_ID}`).textContent = JSON.stringify({ ...JSON.parse(fresh.textContent), state });
  const page = await loadPageOfHtml();
  if (page) loaded.set(location.pathname, page);
  root.render(<App state={state} words={readPageData().shared} page={page} />);
}

if (import.meta.hot) {
  // One after the other: what was fetched first would else stand over what was written last.
  let renewed = Promise.resolve();
  import.meta.hot.on("content", () => {
    renewed = renewed.then(renew, renew);
  });
}

/** @throws {Error} when the page was not built by this project */
export const hydrate = (page: LoadedPage | undefined): void => {
  const { state, shared } = readPageData();
  startNavigation(loadPage);
  root = hydrateRoot(elementOf("#root"), <App state={state} words={shared} page={page} />);
};
