/** Renders the operator's pages: documents that work without their one script. */
import { renderToStaticMarkup } from "react-dom/server";
import type { InboxRenderer, InboxView } from "../../contract/inbox.ts";
import { languageOf } from "../../contract/locale/locale.ts";
import { createLeadSheet } from "../../contract/lead-sheet.ts";
import { FontPreloads, type FontPreloadsProps } from "../components/font-preloads.tsx";
import base from "../styles/base.css?inline";
import displayFont from "../styles/display-font.css?inline";
import tokens from "../styles/tokens.css?inline";
import frameCss from "./inbox.css?inline";
import leadCss from "./lead.css?inline";
import listCss from "./list.css?inline";
import funnelCss from "./funnel.css?inline";
import { CallsPage } from "./calls-page.tsx";
import { EditPage } from "./edit-page.tsx";
import { FunnelPage } from "./funnel-page.tsx";
import { InboxContext, inboxOf, type InboxContent } from "./frame.tsx";
import { inboxScript } from "./inbox-script.ts";
import { LeadPage } from "./lead-page.tsx";
import { HealthPage } from "./health-page.tsx";
import { AnswerPage, AskPage, DeletePage, ErasePage, SignInPage, InboxErrorPage } from "./link-pages.tsx";
import { ListPage } from "./list-page.tsx";
import { StalePage } from "./stale-page.tsx";
import { TeamPage } from "./team-page.tsx";

const ownStyles = tokens + displayFont + base + frameCss + listCss + leadCss + funnelCss;

const script = `(${inboxScript.toString()})()`;

interface Theme extends Pick<FontPreloadsProps, "fonts"> {
  theme: Record<"own" | "letters", string>;
}

export function createInboxRenderer(content: InboxContent, { fonts, theme }: Theme): InboxRenderer {
  const styles = theme.own + theme.letters + ownStyles;
  return {
    styles,
    script,
    sheet: createLeadSheet(content),
    renderInbox: (state) => {
      const { title, screen } = screenOf(state.view, content);
      const inbox = inboxOf(content, state);
      const html = renderToStaticMarkup(<InboxContext value={inbox}>{screen}</InboxContext>);
      const page = { lang: languageOf(content.locale), title, html, fonts, styles };
      return `<!doctype html>${renderToStaticMarkup(<Document {...page} />)}`;
    },
  };
}

interface DocumentProps extends FontPreloadsProps {
  lang: string;
  title: string;
  styles: string;
}

function Document({ lang, title, html, fonts, styles }: DocumentProps) {
  return (
    <html lang={lang}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <title>{title}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <FontPreloads {...{ fonts, html }} />
        <style dangerouslySetInnerHTML={{ __html: styles }} />
      </head>
      <body className="inbox" dangerouslySetInnerHTML={{ __html: `${html}<script>${script}</script>` }} />
    </html>
  );
}

/** A title that describes the page's purpose (WCAG 2.4.2), and the page. */
function screenOf(view: InboxView, content: InboxContent) {
  const { inbox, leadContent, linkPages } = content;
  const titled = (heading: string) => `${heading} | ${content.site.brandName}`;
  switch (view.view) {
    case "list":
      return { title: inbox.title, screen: <ListPage {...view} /> };
    case "edit":
      return {
        title: titled(view.id === undefined ? inbox.edit.add : inbox.edit.heading),
        screen: <EditPage {...view} />,
      };
    case "funnel":
      return { title: titled(inbox.funnel.heading), screen: <FunnelPage {...view} /> };
    case "calls":
      return { title: titled(content.calls.heading), screen: <CallsPage {...view} /> };
    case "health":
      return { title: titled(inbox.health.heading), screen: <HealthPage {...view} /> };
    case "erase":
      return { title: titled(linkPages.erase.heading), screen: <ErasePage {...view} /> };
    case "team":
      return { title: titled(inbox.team.heading), screen: <TeamPage {...view} /> };
    case "lead":
    case "mail-lead":
      return { title: leadContent.title, screen: <LeadPage {...view} /> };
    case "stale":
      return { title: titled(linkPages.stale.heading), screen: <StalePage {...view} /> };
    case "delete":
      return { title: titled(linkPages.delete.heading), screen: <DeletePage {...view} /> };
    case "answer":
      return { title: titled(linkPages.answer.heading), screen: <AnswerPage {...view} /> };
    case "sign-in":
      return { title: titled(linkPages["sign-in"].heading), screen: <SignInPage {...view} /> };
    case "ask":
      return { title: titled(linkPages.ask.heading), screen: <AskPage {...view} /> };
    case "error":
      return { title: titled(linkPages.errors[view.reason].heading), screen: <InboxErrorPage {...view} /> };
  }
}
