/** Hydrates the prerendered page, and opens further pages in its place. */
import { flushSync } from "react-dom";
import { hydrateRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { startNavigation } from "./components/navigation.ts";
import { elementOf, readPageData, type LoadedPage } from "./load-page.ts";

/** @throws {Error} when the page was not built by this project */
export function hydrate(page: LoadedPage): void {
  const { state, shared } = readPageData();
  let stopNavigation = (): void => undefined;
  const element = elementOf("#root");
  const putBack = keepHtml(element);
  let failed = false;
  const root = hydrateRoot(element, <App {...{ state, page, shared }} />, {
    onCaughtError(error) {
      failed = true;
      console.error(error);
      stopNavigation();
    },
    onRecoverableError(cause) {
      // React tried twice, and shows the error page.
      if (failed) return;
      console.error("The page was changed before its script came, and works without it.", cause);
      stopNavigation();
      putBack();
    },
  });
  // The error page has plain links: a fresh document is the safer way back.
  // Only the server knows the open times: Back to the scheduling page loads a fresh document, too.
  if (!state.schedule)
    stopNavigation = startNavigation((next, opened) => {
      flushSync(() => root.render(<App state={next} page={opened} shared={shared} />));
    });
}

/**
 * The page as it was shown before React came. A translator or an extension may have changed the
 * HTML; React then makes the page anew, without the translation and without what was typed.
 * @returns puts back the page as it was, with what has been typed since, and its focus
 */
function keepHtml(element: Element): () => void {
  const original = element.cloneNode(true);
  const live = controlsOf(element);
  let focused = live.findIndex((control) => control === document.activeElement);
  element.addEventListener("focusin", ({ target }) => {
    focused = live.findIndex((control) => control === target);
  });
  return () => {
    if (!(original instanceof Element)) return;
    const copies = controlsOf(original);
    for (const [at, copy] of copies.entries()) {
      const typed = live[at];
      if (!typed) continue;
      copy.value = typed.value;
      if (copy instanceof HTMLInputElement && typed instanceof HTMLInputElement) copy.checked = typed.checked;
    }
    element.replaceWith(original);
    copies[focused]?.focus({ preventScroll: true });
  };
}

function controlsOf(element: Element) {
  type Control = HTMLInputElement | HTMLTextAreaElement;
  return [...element.querySelectorAll<Control>("input, textarea, select")];
}
