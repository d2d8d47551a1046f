import { flushSync } from "react-dom";
import { hydrateRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { startNavigation } from "./components/navigation.ts";
import { elementOf, readPageData, type LoadedPage } from "./load-page.ts";

/** @throws {Error} if a different project built the page */
export function hydrate(page: LoadedPage): void {
  const { state, shared } = readPageData();
  let stopNavigation = (): void => undefined;
  const element = elementOf("#root");
  const typed = inputsOf(element);
  const root = hydrateRoot(element, <App state={state} page={page} shared={shared} />, {
    onCaughtError(error) {
      console.error(error);
      // Links on the error page then load fresh documents, which is safer.
      stopNavigation();
    },
    // The inputs that React has replaced still have the typed texts.
    onRecoverableError(error) {
      console.error("React made the page anew: a translator or an extension changed it before.", error);
      for (const { id, value } of typed) Object.assign(document.getElementById(id) ?? {}, { value });
    },
  });
  // Only the server knows the open times, so links and Back on a scheduling page load documents.
  if (!state.schedule)
    stopNavigation = startNavigation((next, opened) => {
      flushSync(() => root.render(<App state={next} page={opened} shared={shared} />));
    });
}

function inputsOf(element: Element) {
  type Input = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
  return [...element.querySelectorAll<Input>(":is(input, textarea, select)[id]")];
}
