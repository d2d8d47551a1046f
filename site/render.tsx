import type { ReactNode } from "react";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import type { Content } from "../contract/content/schema.ts";
import type { RendererModule } from "../contract/http/build-manifest.ts";
import type { PageState, ScheduleState } from "../contract/http/page.ts";
import { App } from "./app.tsx";
import { SharedContentContext } from "./components/shared-content.ts";
import { Document, headOf, tradeHead, type Head } from "./document.tsx";
import { pageNameOf, assemblePage } from "./load-page.ts";
import { errorContent, pageContents, sharedContent } from "./page-content.ts";
import type { PageKind } from "./page-modules.ts";
import { ErrorPage } from "./pages/error/error-page.tsx";
import { MarkdownPage } from "./pages/markdown/markdown-page.tsx";
import { StillSchedule } from "./pages/schedule/still-pages.tsx";
import { TradePage } from "./pages/trade/trade-page.tsx";

/**
 * Drops characters that HTML does not need, so
 * the landing page fits into the first packets.
 */
const shorten = (html: string): string =>
  html
    // Shapes need no closing tag (HTML Standard, "foreign elements").
    .replaceAll(/><\/(?:circle|line|path|rect)>/g, "/>")
    // One decimal is enough for a drawing. Two numbers
    // may share a point, so only digits change.
    .replaceAll(/ d="[^"]+"/g, (shape) =>
      shape.replaceAll(
        /\.(\d)(\d)\d*/g,
        (_decimals, tenths: string, next: string) =>
          `.${Math.min(9, Number(tenths) + Math.round(Number(next) / 10))}`,
      ),
    )
    // React writes attributes in double quotes,
    // so a single quote needs no escape.
    .replaceAll("&#x27;", "'");

export { contentForFiles as filesOfContent } from "./page-content.ts";

export const createRenderer: RendererModule["createRenderer"] = ({
  content,
  assets,
  analytics,
}) => {
  const pages = pageContents(content);
  const stills = stillPages(content);
  const stillContent = { ...content, ...pages.scheduleForm };

  async function renderPage(state: PageState): Promise<string> {
    const { path, status, schedule, form } = state;
    const isError = status >= 400 && form.kind === "empty" && !schedule;
    const shared = sharedContent(content, form);
    const name = isError ? undefined : pageNameOf(state);
    const page = name && (await assemblePage(name, pages[name]));
    const still = isError ? undefined : stills.get(path);
    const screen = schedule ? (
      <StillSchedule {...{ schedule, form }} content={stillContent} />
    ) : (
      still?.screen
    );
    const tree = page ? (
      <App state={state} page={page} shared={shared} />
    ) : (
      <SharedContentContext value={shared}>
        {screen ?? <ErrorPage {...errorContent(content, status)} />}
      </SharedContentContext>
    );
    const hasAnalytics = !isError && !mayHaveToken(schedule);
    const parts = {
      ...(still?.head ?? headOf(state, content)),
      kind: name ?? still?.kind ?? (schedule ? "call" : "error"),
      content,
      assets,
      html: shorten(renderToString(tree)),
      data: page && { state, shared, contentFiles: assets.contentFiles },
      analytics: hasAnalytics ? analytics : undefined,
    };
    return `<!doctype html>${renderToStaticMarkup(<Document {...parts} />)}`;
  }

  return { renderPage };
};

/**
 * Whether the address may have a token. Analytics must not
 * see a token: anybody with the token can move and cancel
 * the call. In the states `none` and `ask`, it always may.
 */
function mayHaveToken(schedule: ScheduleState | undefined): boolean {
  if (!schedule) return false;
  return (
    schedule.view === "none" ||
    schedule.view === "ask" ||
    schedule.token !== undefined
  );
}

interface StillPage {
  kind: PageKind;
  head: Head;
  screen: ReactNode;
}

/**
 * The pages that React does not hydrate, keyed
 * by path. The HTML of Markdown pages is safe.
 */
function stillPages(content: Content): Map<string, StillPage> {
  const stills = new Map<string, StillPage>();
  for (const [name, page] of Object.entries(content.markdownPages)) {
    const { title, description, html } = page;
    stills.set(`/${name}`, {
      kind: "markdown",
      head: { title, listing: { description, path: `/${name}` } },
      screen: <MarkdownPage html={html} />,
    });
  }
  for (const [name, trade] of Object.entries(content.trades))
    stills.set(`/${name}`, {
      kind: "trade",
      head: tradeHead(content, name, trade),
      screen: <TradePage content={content} trade={trade} />,
    });
  return stills;
}
