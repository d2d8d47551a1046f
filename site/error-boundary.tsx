import { Component, type ComponentType, type ReactNode } from "react";
import type { ErrorContent } from "./page-content.ts";
import { rememberInputs } from "./remember-inputs.ts";

/** If a page fails again within this time, making it anew does not help. */
const SETTLED_AFTER_MS = 1_000;
let failedAt = -SETTLED_AFTER_MS;

interface Props {
  /** The texts of the page that is shown in place of one that failed again. */
  texts: ErrorContent;
  children: ReactNode;
}

interface State {
  error?: Error | undefined;
  /**
   * Whether the page stays as it is: it
   * failed again as soon as it was made anew.
   */
  isFinal?: boolean;
  ErrorPage?: ComponentType<ErrorContent>;
  restore?: () => void;
}

/**
 * An extension or a translator may replace elements, and React
 * fails at the next change. Then this component makes the page
 * anew, with the typed texts and the focus. React can remove
 * the `div`, whatever became of the elements in it.
 */
export class ErrorBoundary extends Component<Props, State> {
  constructor(props: Props) {
    super(props);
    // A class field would need a helper in the code for old browsers.
    this.state = {};
  }

  static getDerivedStateFromError(error: Error): Partial<State> {
    return { error, restore: rememberInputs() };
  }

  override componentDidCatch(): void {
    const isFinal = performance.now() - failedAt < SETTLED_AFTER_MS;
    failedAt = performance.now();
    if (!isFinal) {
      this.setState({ error: undefined });
      return;
    }
    this.setState({ isFinal });
    // It comes only now, so no page waits for its
    // styles; without a network the heading stays.
    import("./pages/error/error-page.tsx").then(
      ({ ErrorPage }) => this.setState({ ErrorPage }),
      () => undefined,
    );
  }

  override componentDidUpdate(): void {
    if (this.state.error === undefined) this.state.restore?.();
  }

  override render(): ReactNode {
    const { error, isFinal, ErrorPage } = this.state;
    const { texts, children } = this.props;
    if (error === undefined) return <div>{children}</div>;
    if (!isFinal) return null;
    if (!ErrorPage) return <h1>{texts.heading}</h1>;
    return <ErrorPage {...texts} statusText={error.message} />;
  }
}
