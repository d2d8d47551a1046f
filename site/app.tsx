/** The build, the server and the browser must render the same tree. */

import "./styles/tokens.css";
import "./styles/display-font.css";
import "./styles/base.css";
import type { PageState } from "../contract/http/page.ts";
import { SharedContentContext } from "./components/shared-content.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import type { LoadedPage } from "./load-page.ts";
import type { PageName, SharedContent } from "./page-content.ts";

interface AppProps<Name extends PageName> {
  shared: SharedContent;
  state: PageState;
  page: LoadedPage<Name>;
}

export function App<Name extends PageName>({
  shared,
  state,
  page,
}: AppProps<Name>) {
  return (
    <SharedContentContext value={shared}>
      {/* The key removes an error when the visitor goes to another page. */}
      <ErrorBoundary key={state.path} texts={page.content.error}>
        <page.Page
          content={page.content}
          form={state.form}
          schedule={state.schedule}
        />
      </ErrorBoundary>
    </SharedContentContext>
  );
}
