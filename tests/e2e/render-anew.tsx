/** Takes over a page like `site/hydrate.tsx`, and renders the whole tree anew, with new data, whenever it is told to. */
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
