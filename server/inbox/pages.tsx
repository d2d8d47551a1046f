/**
 * The pages of the inbox, for the build: Node cannot
 * run this file, so the server imports its types.
 */

import { createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Content } from "../../contract/content/schema.ts";
import type { Assets } from "../../contract/http/build-manifest.ts";
import { ICON_PATH } from "../../contract/http/routes.ts";
import { languageOf } from "../../contract/locale/locale.ts";
import { FontPreloads } from "../../site/components/font-preloads.tsx";
import shrinkPicture from "./site/shrink-picture.js?raw";
import { SiteBar, type SiteBarProps } from "./site/site-bar.tsx";
import { InboxContext, inboxOf, type InboxState } from "./use-inbox.ts";
import base from "../../site/styles/base.css?inline";
import displayFont from "../../site/styles/display-font.css?inline";
import opened from "../../site/styles/opened.css?inline";
import tokens from "../../site/styles/tokens.css?inline";
import frameCss from "./inbox.css?inline";
import leadCss from "./lead/lead.css?inline";
import listCss from "./list/list.css?inline";
import barCss from "./site/site-bar.css?inline";
import siteCss from "./site/site.css?inline";
import sourcesCss from "./sources/sources.css?inline";

/**
 * The pages by their names: each file of pages declares its own.
 * @public
 */
export interface NamedPages {}

export type InboxPage = keyof NamedPages;
export type InboxProps<Name extends InboxPage> = Parameters<
  NamedPages[Name]
>[0];
type Pages = {
  [Name in InboxPage]: (props: InboxProps<Name>) => ReactNode;
};

const files = import.meta.glob<Partial<Pages>>("./**/*-page{,s}.tsx", {
  eager: true,
});
const pages: Partial<Pages> = Object.assign({}, ...Object.values(files));

/** @throws if the page's file is not named `*-page.tsx` or `*-pages.tsx` */
function pageNamed<Name extends InboxPage>(name: Name) {
  const page = pages[name];
  if (page === undefined) throw new Error(`No file of pages has ${name}.`);
  return page;
}

export function createInboxPages(
  content: Content,
  { fonts, theme }: Pick<Assets, "fonts" | "theme">,
) {
  const own = opened + frameCss + listCss + leadCss + sourcesCss + siteCss;
  /**
   * The text of the page's only style element. The
   * security policy has the hash of this text.
   */
  const styles = theme.own + theme.letters + tokens + displayFont + base + own;

  function render<Name extends InboxPage>(
    name: Name,
    props: InboxProps<Name>,
    state: InboxState,
  ): string {
    return `<!doctype html>${renderToStaticMarkup(
      <InboxContext value={inboxOf(content, state)}>
        <html lang={languageOf(content.locale)}>
          <head>
            <meta charSet="utf-8" />
            <meta
              name="viewport"
              content="width=device-width, initial-scale=1"
            />
            <meta name="robots" content="noindex, nofollow" />
            <link rel="icon" href={ICON_PATH} type="image/svg+xml" />
            {/* A lead may have letters that the first font lacks. */}
            <FontPreloads fonts={fonts} text={JSON.stringify(props)} />
            <style dangerouslySetInnerHTML={{ __html: styles }} />
          </head>
          <body className={state.isOpened ? "inbox opened" : "inbox"}>
            {createElement(pageNamed(name), props)}
          </body>
        </html>
      </InboxContext>,
    )}`;
  }

  /** The editor's bar, for a page of the site. `barStyles` are its styles. */
  const renderBar = (bar: SiteBarProps, state: InboxState): string =>
    renderToStaticMarkup(
      <InboxContext value={inboxOf(content, state)}>
        <SiteBar {...bar} />
      </InboxContext>,
    );
  return {
    styles,
    /** The only script, of the pages that take a picture. */
    script: shrinkPicture,
    render,
    barStyles: opened + barCss,
    renderBar,
  };
}

export type InboxPages = ReturnType<typeof createInboxPages>;
