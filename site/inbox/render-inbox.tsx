/** Renders the operator's pages. They have no script: what is here is all there is. */
import { renderToStaticMarkup } from "react-dom/server";
import type { InboxRenderer, InboxState } from "../../contract/inbox.ts";
import { inbox, leadWords } from "../content/inbox.ts";
import base from "../styles/base.css?inline";
import tokens from "../styles/tokens.css?inline";
import inboxCss from "./inbox.css?inline";
import { LeadPage } from "./lead-page.tsx";
import { AnswerPage, EnterPage, RefusedPage } from "./link-pages.tsx";
import { ListPage } from "./list-page.tsx";

export const styles: InboxRenderer["styles"] = tokens + base + inboxCss;

export const renderInbox: InboxRenderer["renderInbox"] = (state) => {
  const html = renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <title>{state.shown.view === "list" ? inbox.title : leadWords.title}</title>
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
      return <RefusedPage reason={shown.reason} />;
  }
}
