/** Renders the operator's pages. They have no script: what is here is all there is. */
import { renderToStaticMarkup } from "react-dom/server";
import type { InboxRenderer, InboxState } from "../../contract/inbox.ts";
import base from "../styles/base.css?inline";
import tokens from "../styles/tokens.css?inline";
import frameCss from "./inbox.css?inline";
import leadCss from "./lead.css?inline";
import listCss from "./list.css?inline";
import { InboxWordsContext, type InboxWords } from "./inbox-words.ts";
import { LeadPage } from "./lead-page.tsx";
import { AnswerPage, SignInPage, InboxErrorPage } from "./link-pages.tsx";
import { ListPage } from "./list-page.tsx";

const styles = tokens + base + frameCss + listCss + leadCss;

export function createInboxRenderer(words: InboxWords): InboxRenderer {
  return {
    styles,
    renderInbox: (state) => `<!doctype html>${renderToStaticMarkup(<Document words={words} {...state} />)}`,
  };
}

function Document({ words, ...state }: InboxState & { words: InboxWords }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <title>{title(state.view, words)}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
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
    case "sign-in":
      return `${linkPages[view.view].heading} | ${site.brandName}`;
    case "error":
      return `${linkPages.errors[view.reason].heading} | ${site.brandName}`;
  }
}
