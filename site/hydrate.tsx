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
  const typed = inputsOf(element);
  const root = hydrateRoot(element, <App state={state} page={page} shared={shared} />, {
    onCaughtError(error) {
      console.error(error);
      // Links then load fresh documents, which is the safer way off the error page.
      stopNavigation();
    },
    // What was typed is still in the inputs that React has replaced.
    onRecoverableError(error) {
      console.error("React made the page anew: a translator or an extension changed it before.", error);
      for (const { id, value } of typed) Object.assign(document.getElementById(id) ?? {}, { value });
    },
  });
  // Only the server knows the open times, so on a scheduling page links and Back load documents.
  if (!state.schedule)
    stopNavigation = startNavigation((next, opened) => {
      flushSync(() => root.render(<App state={next} page={opened} shared={shared} />));
    });
}

function inputsOf(element: Element) {
  type Input = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
  return [...element.querySelectorAll<Input>(":is(input, textarea, select)[id]")];
}
