import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Assets } from "../../contract/build-manifest.ts";
import type { InboxRenderer, InboxViews } from "../../contract/inbox.ts";
import { languageOf } from "../../contract/locale/locale.ts";
import { ICON_PATH } from "../../contract/routes.ts";
import { createLeadSheet } from "../../contract/lead-sheet.ts";
import { FontPreloads } from "../components/font-preloads.tsx";
import base from "../styles/base.css?inline";
import displayFont from "../styles/display-font.css?inline";
import tokens from "../styles/tokens.css?inline";
import frameCss from "./inbox.css?inline";
import leadCss from "./lead.css?inline";
import listCss from "./list.css?inline";
import sourcesCss from "./sources.css?inline";
import { CallsPage } from "./calls.tsx";
import { EditPage } from "./edit-page.tsx";
import { InboxContext, inboxOf, type InboxContent } from "./frame.tsx";
import { LeadPage, MailLeadPage } from "./lead-page.tsx";
import { HealthPage } from "./health-page.tsx";
import * as links from "./link-pages.tsx";
import { ListPage } from "./list-page.tsx";
import { SourcesPage } from "./sources-page.tsx";
import { TeamPage } from "./team-page.tsx";

const PAGES: { [View in keyof InboxViews]: (view: InboxViews[View]) => ReactNode } = {
  list: ListPage,
  lead: LeadPage,
  "mail-lead": MailLeadPage,
  edit: EditPage,
  sources: SourcesPage,
  calls: CallsPage,
  team: TeamPage,
  health: HealthPage,
  erase: links.ErasePage,
  stale: links.StalePage,
  delete: links.DeletePage,
  answer: links.AnswerPage,
  ask: links.AskPage,
  "sign-in": links.SignInPage,
  error: links.InboxErrorPage,
};

function Page<View extends keyof InboxViews>(view: { view: View } & InboxViews[View]) {
  return PAGES[view.view](view);
}

type Theme = Pick<Assets, "fonts" | "theme">;

export function createInboxRenderer(content: InboxContent, { fonts, theme }: Theme): InboxRenderer {
  const own = frameCss + listCss + leadCss + sourcesCss;
  const styles = theme.own + theme.letters + tokens + displayFont + base + own;
  return {
    styles,
    sheet: (timeZone) => createLeadSheet(content, timeZone),
    renderInbox: (state) =>
      `<!doctype html>${renderToStaticMarkup(
        <InboxContext value={inboxOf(content, state)}>
          <html lang={languageOf(content.locale)}>
            <head>
              <meta charSet="utf-8" />
              <meta name="viewport" content="width=device-width, initial-scale=1" />
              <meta name="robots" content="noindex, nofollow" />
              <link rel="icon" href={ICON_PATH} type="image/svg+xml" />
              {/* A lead may have letters that the first font lacks. */}
              <FontPreloads fonts={fonts} text={JSON.stringify(state.view)} />
              <style dangerouslySetInnerHTML={{ __html: styles }} />
            </head>
            <body className="inbox">
              <Page {...state.view} />
            </body>
          </html>
        </InboxContext>,
      )}`,
  };
}
