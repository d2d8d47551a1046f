import { startTransition } from "react";
import { flushSync } from "react-dom";
import { createRoot, hydrateRoot, type Root } from "react-dom/client";
import type { PageState } from "../contract/http/page.ts";
import { App } from "./app.tsx";
import type { LoadedPage } from "./load-page.ts";
import { elementOf, readPageData } from "./page-data.ts";
import { rememberInputs } from "./remember-inputs.ts";

/** Undefined while the page is plain HTML. */
let root: Root | undefined;

export function hydrate(page: LoadedPage): void {
  const { state, shared } = readPageData();
  const restoreInputs = rememberInputs();
  // A transition hydrates in short pieces,
  // between which the browser answers a touch.
  startTransition(() => {
    root = hydrateRoot(
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
  });
}

/** Changes the screen to another page at once. */
export function showPage(state: PageState, page: LoadedPage): void {
  const { shared } = readPageData();
  const pageRoot = (root ??= createRoot(elementOf("#root")));
  flushSync(() =>
    pageRoot.render(<App state={state} page={page} shared={shared} />),
  );
}
