import { flushSync } from "react-dom";
import { hydrateRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { startNavigation } from "./components/navigation.ts";
import type { LoadedPage } from "./load-page.ts";
import { elementOf, readPageData } from "./page-data.ts";
import { rememberInputs } from "./remember-inputs.ts";

export function hydrate(page: LoadedPage): void {
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
  // Only the server knows the open times, so links and Back on a scheduling page load documents.
  if (!state.schedule)
    startNavigation((next, opened) => {
      flushSync(() =>
        root.render(<App state={next} page={opened} shared={shared} />),
      );
    });
}
