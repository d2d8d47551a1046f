/** Renders the operator's pages. They have no script: what is here is all there is. */
import { renderToStaticMarkup } from "react-dom/server";
import type { InboxRenderer, InboxState } from "../../contract/inbox.ts";
import base from "../styles/base.css?inline";
import displayFont from "../styles/display-font.css?inline";
import tokens from "../styles/tokens.css?inline";
import frameCss from "./inbox.css?inline";
import leadCss from "./lead.css?inline";
import listCss from "./list.css?inline";
import { InboxWordsContext, type InboxWords } from "./inbox-words.ts";
import { LeadPage } from "./lead-page.tsx";
import { AnswerPage, DeletePage, SignInPage, InboxErrorPage } from "./link-pages.tsx";
import { ListPage } from "./list-page.tsx";

const styles = tokens + displayFont + base + frameCss + listCss + leadCss;

/** @param font the URL of the display font */
export function createInboxRenderer(words: InboxWords, font: string): InboxRenderer {
  return {
    styles,
    renderInbox: (state) =>
      `<!doctype html>${renderToStaticMarkup(<Document {...{ words, font }} {...state} />)}`,
  };
}

function Document({ words, font, ...state }: InboxState & { words: InboxWords; font: string }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <title>{title(state.view, words)}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />
        <style dangerouslySetInnerHTML={{ __html: styles }} />
      </head>
      <body className="inbox">
        <InboxWordsContext value={words}>
          <Screen {...state} />
        </InboxWordsContext>
      </body>
    </html>
  );
}

function Screen({ view, now, timeZone }: InboxState) {
  const time = { now, timeZone };
  switch (view.view) {
    case "list":
      return <ListPage {...view} {...time} />;
    case "lead":
      return <LeadPage {...view} {...time} signedIn />;
    case "mail-lead":
      return <LeadPage {...view} {...time} signedIn={false} />;
    case "delete":
      return <DeletePage {...view} />;
    case "answer":
      return <AnswerPage {...view} {...time} />;
    case "sign-in":
      return <SignInPage {...view} />;
    case "error":
      return <InboxErrorPage {...view} />;
  }
}

/** Says what the page is for. Source: WCAG 2.4.2. */
function title(view: InboxState["view"], { site, inbox, leadWords, linkPages }: InboxWords): string {
  switch (view.view) {
    case "list":
      return inbox.title;
    case "lead":
    case "mail-lead":
      return leadWords.title;
    case "answer":
    case "delete":
    case "sign-in":
      return `${linkPages[view.view].heading} | ${site.brandName}`;
    case "error":
      return `${linkPages.errors[view.reason].heading} | ${site.brandName}`;
  }
}
