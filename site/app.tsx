/** The pages by address and the error boundary. The same tree is rendered at build, by the server and in the browser. */
import "./styles/tokens.css";
import "./styles/display-font.css";
import "./styles/base.css";
import "./styles/prose.css";
import { Fragment } from "react";
import type { FormState, PageState } from "../contract/page.ts";
import { useOpened } from "./components/navigation.ts";
import { SharedWordsContext } from "./components/shared-words.ts";
import { loaded, type LoadedPage } from "./load-page.ts";
import { ErrorBoundary } from "./pages/error/error-boundary.tsx";
import { ErrorPage } from "./pages/error/error-page.tsx";
import type { SharedWords } from "./words.ts";

interface Answered {
  state: PageState;
  /** None where the answer is the error page. */
  page: LoadedPage | undefined;
}

export function App({ words, ...answered }: Answered & { words: SharedWords }) {
  return (
    <SharedWordsContext value={words}>
      <ErrorBoundary>
        <Screen {...answered} />
      </ErrorBoundary>
    </SharedWordsContext>
  );
}

const EMPTY: FormState = { kind: "empty" };

/**
 * What the address was answered with, until the visitor goes elsewhere; from then on, each page as it opens, so that
 * whoever comes back to a confirmation or a refused form finds an empty form.
 */
function Screen({ state, page }: Answered) {
  const opened = useOpened();
  const first = opened === undefined;
  if (first && state.status >= 400 && state.form.kind === "empty") return <ErrorPage status={state.status} />;
  const shown = first ? page : loaded.get(opened);
  if (!shown) return <ErrorPage status={404} />;
  return <Fragment key={opened}>{shown.element(first ? state.form : EMPTY)}</Fragment>;
}
