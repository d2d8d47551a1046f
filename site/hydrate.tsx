import { flushSync } from "react-dom";
import { hydrateRoot } from "react-dom/client";
import { App } from "./app.tsx";
import type { PageState } from "../contract/http/page.ts";
import type { LoadedPage } from "./load-page.ts";
import { elementOf, readPageData } from "./page-data.ts";
import { rememberInputs } from "./remember-inputs.ts";

/** @returns changes the screen to another page at once */
export function hydrate(page: LoadedPage) {
  const { state, shared } = readPageData();
  const restoreInputs = rememberInputs();
  const root = hydrateRoot(
    elementOf("#root"),
    <App state={state} page={page} shared={shared} />,
    {
      onRecoverableError(error) {
        // A translator or an extension had changed the page.
        console.error("React made the page anew:", error);
        restoreInputs();
      },
    },
  );
  return (next: PageState, opened: LoadedPage) =>
    flushSync(() =>
      root.render(<App state={next} page={opened} shared={shared} />),
    );
}
