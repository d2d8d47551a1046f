/** Hydrates a page like `site/hydrate.tsx`, and rerenders the whole tree with new data on command. */
import { hydrateRoot } from "react-dom/client";
import { App } from "../../site/app.tsx";
import { loadPageOfHtml } from "../../site/load-page.ts";
import { elementOf, readPageData } from "../../site/page-data.ts";

async function app() {
  const { state, shared } = readPageData();
  return <App state={state} shared={shared} page={await loadPageOfHtml()} />;
}

const root = hydrateRoot(elementOf("#root"), await app());
addEventListener("render anew", () => void app().then((anew) => root.render(anew)));
