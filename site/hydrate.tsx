import { flushSync } from "react-dom";
import { hydrateRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { startNavigation } from "./components/navigation.ts";
import type { LoadedPage } from "./load-page.ts";
import { elementOf, readPageData } from "./page-data.ts";

type Input = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export function hydrate(page: LoadedPage): void {
  const { state, shared } = readPageData();
  const element = elementOf("#root");
  const oldInputs = [
    ...element.querySelectorAll<Input>(":is(input, textarea, select)[id]"),
  ];
  const root = hydrateRoot(
    element,
    <App state={state} page={page} shared={shared} />,
    {
      // React has replaced the old inputs, which still have the typed texts.
      onRecoverableError(error) {
        console.error(
          "React made the page anew, because a translator or an extension had changed it.",
          error,
        );
        for (const { id, value } of oldInputs)
          Object.assign(document.getElementById(id) ?? {}, { value });
      },
    },
  );
  // Only the server knows the open times, so links and Back on a scheduling page load documents.
  if (!state.schedule)
    startNavigation((next, opened) => {
      flushSync(() =>
        root.render(<App state={next} page={opened} shared={shared} />),
      );
    });
}
