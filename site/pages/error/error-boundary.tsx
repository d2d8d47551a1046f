/** Shows the error page when rendering fails, instead of nothing. React logs the error to the console. */
import { Component, type ReactNode } from "react";
import { ErrorPage } from "./error-page.tsx";

interface Caught {
  error: unknown;
  failed: boolean;
}

export class ErrorBoundary extends Component<{ children: ReactNode }, Caught> {
  constructor(props: { children: ReactNode }) {
    super(props);
    // Not a class field, which takes a helper along where it is written down for old browsers.
    this.state = { error: undefined, failed: false };
  }

  static getDerivedStateFromError(error: unknown): Caught {
    return { error, failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    const { error } = this.state;
    return <ErrorPage message={error instanceof Error ? error.message : String(error)} />;
  }
}
