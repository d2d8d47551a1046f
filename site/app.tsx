/** The pages by address and the error boundary. The same tree is rendered at build, by the server and in the browser. */
import "./styles/tokens.css";
import "./styles/base.css";
import { Suspense, use, useState } from "react";
import { Router, useLocation } from "wouter";
import type { PageState } from "../contract/page.ts";
import { SharedWordsContext } from "./components/shared-words.ts";
import { go } from "./go.ts";
import { arrivingPage, loadedPage, type LoadedPage } from "./load-page.ts";
import { ErrorBoundary } from "./pages/error/error-boundary.tsx";
import { ErrorPage } from "./pages/error/error-page.tsx";
import type { SharedWords } from "./words.ts";

interface Answered {
  state: PageState;
  /** None where the answer is the error page. */
  page: LoadedPage | undefined;
}

interface AppProps extends Answered {
  words: SharedWords;
  /** The address, where there is no browser to ask. */
  ssrPath?: string;
}

export function App({ words, ssrPath, ...answered }: AppProps) {
  return (
    <SharedWordsContext value={words}>
      <ErrorBoundary>
        <Router aroundNav={go} {...(ssrPath === undefined ? {} : { ssrPath })}>
          <Suspense>
            <Screen {...answered} />
          </Suspense>
        </Router>
      </ErrorBoundary>
    </SharedWordsContext>
  );
}

/** What the address was answered with, until the visitor goes elsewhere; from then on, each page as it opens. */
function Screen({ state, page }: Answered) {
  const [address] = useLocation();
  const [answered, setAnswered] = useState<string | undefined>(address);
  const first = address === answered;
  // Forgotten for good: whoever comes back to a confirmation or a refused form finds an empty form.
  if (answered !== undefined && !first) setAnswered(undefined);
  if (first && state.status >= 400 && state.form.kind === "empty") return <ErrorPage status={state.status} />;
  const loading = first ? undefined : arrivingPage(address);
  const shown = first ? page : (loadedPage(address) ?? (loading && use(loading)));
  if (!shown) return <ErrorPage status={404} />;
  const { Page } = shown;
  return <Page key={address} opened={first ? state.form : { kind: "empty" }} />;
}
