/** Renders the operator's pages. They have no script: what is here is all there is. */
import { renderToStaticMarkup } from "react-dom/server";
import type { InboxRenderer, InboxState } from "../../contract/inbox.ts";
import { FontPreloads, type FontPreloadsProps } from "../components/font-preloads.tsx";
import base from "../styles/base.css?inline";
import displayFont from "../styles/display-font.css?inline";
import tokens from "../styles/tokens.css?inline";
import frameCss from "./inbox.css?inline";
import leadCss from "./lead.css?inline";
import listCss from "./list.css?inline";
import funnelCss from "./funnel.css?inline";
import { FunnelPage } from "./funnel-page.tsx";
import { InboxWordsContext, type InboxWords } from "./inbox-words.ts";
import { LeadPage } from "./lead-page.tsx";
import { AnswerPage, AskPage, DeletePage, SignInPage, InboxErrorPage } from "./link-pages.tsx";
import { ListPage } from "./list-page.tsx";

const styles = tokens + displayFont + base + frameCss + listCss + leadCss + funnelCss;

export function createInboxRenderer(words: InboxWords, fonts: FontPreloadsProps["fonts"]): InboxRenderer {
  return {
    styles,
    renderInbox: (state) => {
      const screen = (
        <InboxWordsContext value={words}>
          <Screen {...state} />
        </InboxWordsContext>
      );
      const page = { title: titleOf(state.view, words), html: renderToStaticMarkup(screen), fonts };
      return `<!doctype html>${renderToStaticMarkup(<Document {...page} />)}`;
    },
  };
}

function Document({ title, html, fonts }: { title: string } & FontPreloadsProps) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <title>{title}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <FontPreloads {...{ fonts, html }} />
        <style dangerouslySetInnerHTML={{ __html: styles }} />
      </head>
      <body className="inbox" dangerouslySetInnerHTML={{ __html: html }} />
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
    case "funnel":
      return <FunnelPage {...view} />;
    case "delete":
      return <DeletePage {...view} />;
    case "answer":
      return <AnswerPage {...view} {...time} />;
    case "ask":
      return <AskPage {...view} />;
    case "sign-in":
      return <SignInPage {...view} />;
    case "error":
      return <InboxErrorPage {...view} />;
  }
}

/** Says what the page is for. Source: WCAG 2.4.2. */
function titleOf(view: InboxState["view"], { site, inbox, leadWords, linkPages }: InboxWords): string {
  switch (view.view) {
    case "list":
      return inbox.title;
    case "funnel":
      return `${inbox.funnel.heading} | ${site.brandName}`;
    case "lead":
    case "mail-lead":
      return leadWords.title;
    case "answer":
    case "delete":
    case "sign-in":
    case "ask":
      return `${linkPages[view.view].heading} | ${site.brandName}`;
    case "error":
      return `${linkPages.errors[view.reason].heading} | ${site.brandName}`;
  }
}
