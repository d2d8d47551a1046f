/** Renders the operator's pages. They have no script: what is here is all there is. */
import { renderToStaticMarkup } from "react-dom/server";
import type { InboxRenderer, InboxState } from "../../contract/inbox.ts";
import { inbox, leadWords, linkPages } from "../content/inbox.ts";
import { site } from "../content/site.ts";
import base from "../styles/base.css?inline";
import tokens from "../styles/tokens.css?inline";
import frameCss from "./inbox.css?inline";
import leadCss from "./lead.css?inline";
import listCss from "./list.css?inline";
import { LeadPage } from "./lead-page.tsx";
import { AnswerPage, EnterPage, RefusedPage } from "./link-pages.tsx";
import { ListPage } from "./list-page.tsx";

export const styles: InboxRenderer["styles"] = tokens + base + frameCss + listCss + leadCss;

export const renderInbox: InboxRenderer["renderInbox"] = (state) => {
  const html = renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <title>{title(state.shown)}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <style dangerouslySetInnerHTML={{ __html: styles }} />
      </head>
      <body className="inbox">
        <Screen {...state} />
      </body>
    </html>,
  );
  return `<!doctype html>${html}`;
};

function Screen({ shown, now, timeZone }: InboxState) {
  const time = { now, timeZone };
  switch (shown.view) {
    case "list":
      return <ListPage {...shown} {...time} />;
    case "lead":
      return <LeadPage {...shown} {...time} entered />;
    case "shown":
      return <LeadPage {...shown} {...time} entered={false} />;
    case "answer":
      return <AnswerPage {...shown} {...time} />;
    case "enter":
      return <EnterPage {...shown} />;
    case "refused":
      return <RefusedPage {...shown} />;
  }
}

/** Says what the page is for. Source: WCAG 2.4.2. */
function title(shown: InboxState["shown"]): string {
  switch (shown.view) {
    case "list":
      return inbox.title;
    case "lead":
    case "shown":
      return leadWords.title;
    case "answer":
    case "enter":
      return `${linkPages[shown.view].heading} | ${site.brandName}`;
    case "refused":
      return `${linkPages.refused[shown.reason].heading} | ${site.brandName}`;
  }
}
