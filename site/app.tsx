/** A page, or the error page, within the error boundary. Build, server and browser render the same tree. */
import "./styles/tokens.css";
import "./styles/display-font.css";
import "./styles/base.css";
import type { PageState } from "../contract/page.ts";
import { SharedContentContext } from "./components/shared-content.ts";
import type { LoadedPage } from "./load-page.ts";
import { ErrorBoundary, ErrorPage } from "./pages/error/error-page.tsx";
import type { PageName, SharedContent } from "./page-content.ts";

interface AppProps {
  shared: SharedContent;
  state: PageState;
  /** Undefined when the app has no page at this address. */
  page: LoadedPage | undefined;
}

export function App({ shared, state, page }: AppProps) {
  const isError = state.status >= 400 && state.form.kind === "empty" && !state.schedule;
  return (
    <SharedContentContext value={shared}>
      <ErrorBoundary>{page && !isError ? <Page page={page} state={state} /> : <ErrorPage />}</ErrorBoundary>
    </SharedContentContext>
  );
}

function Page<Name extends PageName>({ page, state }: { page: LoadedPage<Name>; state: PageState }) {
  return <page.Page content={page.content} form={state.form} schedule={state.schedule} />;
}
