/**
 * Loads the pages. Each page's code is a script of its own, so that a visitor of one does not wait for the other's, and
 * its words come with its HTML or from a file of their own. Free of React, since the entry asks for a page before React
 * is there.
 */
import type { ReactNode } from "react";
import type { FormState } from "../contract/page.ts";
import { routeAt, type RouteName } from "../contract/routes.ts";
import { readPageData } from "./page-data.ts";
import type { PageWords } from "./words.ts";

/** A page in its words. `opened`: what the form shows when its page opens. */
export interface LoadedPage {
  element: (opened: FormState) => ReactNode;
}

type InWords<Words> = (words: Words) => LoadedPage | Promise<LoadedPage>;

const code: { [Name in RouteName]: () => Promise<InWords<PageWords[Name]>> } = {
  home: () => import("./pages/home/home.tsx").then((module) => module.homePage),
  bookCall: () => import("./pages/book-call/book-call.tsx").then((module) => module.bookCallPage),
};

const loading = new Map<string, Promise<LoadedPage>>();
/** Pages of ours that are here whole, by path. */
export const loaded = new Map<string, LoadedPage>();

/**
 * Loads a page whole, its code and its words together, to be rendered where there is no HTML of it; nothing where
 * there is no page. The same promise for the same path, until it fails: a weak signal deserves another try.
 */
export function loadPage(path: string): Promise<LoadedPage> | undefined {
  const known = loading.get(path);
  const name = routeAt(path)?.name;
  if (known || !name) return known;
  const page = twice(() => putTogether(name, fetchWords(name)));
  loading.set(path, page);
  page.then(
    (ready) => loaded.set(path, ready),
    () => loading.delete(path),
  );
  return page;
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
  // On a slow line the first part of a page is painted, and this script there, before the words are.
  if (document.readyState === "loading")
    await new Promise((parsed) => addEventListener("DOMContentLoaded", parsed, { once: true }));
  const name = routeAt(location.pathname)?.name;
  const given = name && readPageData().words[name];
  return given && putTogether(name, given);
}

/** A page's code and words, whichever arrives last. */
export async function putTogether<Name extends RouteName>(
  name: Name,
  words: PageWords[Name] | Promise<PageWords[Name]>,
): Promise<LoadedPage> {
  const [inWords, given] = await Promise.all([code[name](), words]);
  return inWords(given);
}

async function fetchWords<Name extends RouteName>(name: Name): Promise<PageWords[Name]> {
  const response = await fetch(readPageData().wordFiles[name]);
  if (!response.ok) throw new Error(`The words of the page were answered with ${response.status}.`);
  return response.json();
}
