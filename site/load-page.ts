/**
 * Loads the pages. Each page's code is a script of its own, so that a visitor of one does not wait for the other's, and
 * its words come with its HTML or from a file of their own. Free of React, since the entry asks for a page before React
 * is there.
 */
import type { ComponentType } from "react";
import type { FormState } from "../contract/page.ts";
import { routeAt, type RouteName } from "../contract/routes.ts";
import { readPageData } from "./page-data.ts";
import type { PageContent } from "./page-content.ts";

interface PageProps<Content> {
  content: Content;
  /** What the form shows when its page opens. */
  form: FormState;
}

/** A page's component with its content. */
export type LoadedPage<Name extends RouteName = RouteName> = {
  [Each in Name]: { Page: ComponentType<PageProps<PageContent[Each]>>; content: PageContent[Each] };
}[Name];

type PageCode = { [Name in RouteName]: () => Promise<ComponentType<PageProps<PageContent[Name]>>> };

/** The components that hydrate a page's HTML. */
const hydrating: PageCode = {
  home: () => import("./pages/home/home-page.tsx").then(({ HomePage }) => HomePage),
  bookCall: () => import("./pages/book-call/book-call-page.tsx").then(({ BookCallPage }) => BookCallPage),
};

/** The components that render a page where there is no HTML of it. */
const whole: PageCode = {
  ...hydrating,
  home: () => import("./pages/home/whole-home-page.tsx").then(({ WholeHomePage }) => WholeHomePage),
};

/** Loads a page's code and content, to be rendered where there is no HTML of it; undefined where there is no page. */
export function loadPage(path: string): Promise<LoadedPage> | undefined {
  const name = routeAt(path)?.name;
  return name && twice(() => putTogether(name, fetchContent(name)));
}

/**
 * Asks once more for what does not arrive. Firefox does not ask for code again within a document (HTML Standard, module
 * map), so whoever calls this has another way. WebKit does, and of a module that broke while it ran it hands out the
 * unfinished rest; so the modules that are loaded here export last what they are loaded for.
 */
export async function twice<Loaded>(ask: () => Promise<Loaded>): Promise<Loaded> {
  return ask().catch(ask);
}

/** The page that came as HTML, in the words that came with it; nothing where that is the error page. */
export async function loadPageOfHtml(): Promise<LoadedPage | undefined> {
  const name = routeAt(location.pathname)?.name;
  const given = name && readPageData().words[name];
  // `npm run dev` gives the content of the whole page.
  return given && putTogether(name, given, "staticContent" in given ? whole : hydrating);
}

/** A page's code and content, whichever arrives last. */
export async function putTogether<Name extends RouteName>(
  name: Name,
  words: PageContent[Name] | Promise<PageContent[Name]>,
  code = whole,
): Promise<LoadedPage<Name>> {
  const [Page, content] = await Promise.all([code[name](), words]);
  if (typeof Page !== "function") throw new Error("The code of the page is not whole.");
  return { Page, content };
}

async function fetchContent<Name extends RouteName>(name: Name): Promise<PageContent[Name]> {
  const response = await fetch(readPageData().contentFiles[name]);
  if (!response.ok) throw new Error(`The words of the page were answered with ${response.status}.`);
  return response.json();
}
