/** The routes and the error boundary. The same tree is rendered at build, by the server and in the browser. */
import "./styles/tokens.css";
import "./styles/base.css";
import { Suspense, use, useState } from "react";
import { Router, useLocation } from "wouter";
import type { PageState } from "../contract/page.ts";
import { go } from "./components/navigation.ts";
import { arrivingPage, loadedPage } from "./page-modules.ts";
import { ErrorBoundary } from "./pages/error/error-boundary.tsx";
import { ErrorPage } from "./pages/error/error-page.tsx";

interface AppProps {
  state: PageState;
  /** The address, where there is no browser to ask. */
  ssrPath?: string;
}

export function App({ state, ssrPath }: AppProps) {
  return (
    <ErrorBoundary>
      <Router aroundNav={go} {...(ssrPath === undefined ? {} : { ssrPath })}>
        <Suspense>
          <Screen state={state} />
        </Suspense>
      </Router>
    </ErrorBoundary>
  );
}

/** What the address was answered with, until the visitor goes elsewhere; from then on, each page as it opens. */
function Screen({ state }: { state: PageState }) {
  const [address] = useLocation();
  const [answered, setAnswered] = useState<string | undefined>(address);
  // Forgotten for good: whoever comes back to a confirmation or a refused form finds an empty form.
  if (answered !== undefined && address !== answered) setAnswered(undefined);
  const opened =
    address === answered ? state : { path: address, status: 200, form: { kind: "empty" as const } };
  if (opened.status >= 400 && opened.form.kind === "empty") return <ErrorPage status={opened.status} />;
  const loading = arrivingPage(address);
  if (!loading) return <ErrorPage status={404} />;
  const { Page } = loadedPage(address) ?? use(loading);
  return <Page key={address} opened={opened.form} />;
}
