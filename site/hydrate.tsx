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
  const restoreHtml = copyHtml(element);
  let failed = false;
  const root = hydrateRoot(element, <App state={state} page={page} shared={shared} />, {
    onCaughtError(error) {
      failed = true;
      console.error(error);
      // Links then load fresh documents, which is the safer way off the error page.
      stopNavigation();
    },
    onRecoverableError(cause) {
      // React tried twice, and shows the error page.
      if (failed) return;
      console.error("The page was changed before its script came, and works without it.", cause);
      stopNavigation();
      restoreHtml();
    },
  });
  // Only the server knows the open times, so on a scheduling page links and Back load documents.
  if (!state.schedule)
    stopNavigation = startNavigation((next, opened) => {
      flushSync(() => root.render(<App state={next} page={opened} shared={shared} />));
    });
}

/**
 * A translator or an extension may have changed the HTML before its hydration. React then makes the
 * page anew, without the translation and without what was typed.
 */
function copyHtml(element: Element): () => void {
  const original = element.cloneNode(true);
  const controls = controlsOf(element);
  let focused = controls.findIndex((control) => control === document.activeElement);
  element.addEventListener("focusin", ({ target }) => {
    focused = controls.findIndex((control) => control === target);
  });
  return () => {
    if (!(original instanceof Element)) return;
    const copies = controlsOf(original);
    for (const [at, copy] of copies.entries()) {
      const control = controls[at];
      if (control) copy.value = control.value;
    }
    element.replaceWith(original);
    copies[focused]?.focus({ preventScroll: true });
  };
}

function controlsOf(element: Element) {
  type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
  return [...element.querySelectorAll<Control>("input, textarea, select")];
}
