/** Loads pages: each has its own script, and its content is a file. Free of React. */
import type { ComponentType } from "react";
import type { PageState } from "../contract/page.ts";
import { routeAt } from "../contract/routes.ts";
import { readPageData } from "./page-data.ts";
import type { PageContent, PageName, PageProps } from "./page-content.ts";

export type LoadedPage<Name extends PageName = PageName> = {
  [Each in Name]: { Page: ComponentType<PageProps<PageContent[Each]>>; content: PageContent[Each] };
}[Name];

type PageCode = { [Name in PageName]: () => Promise<{ Page: LoadedPage<Name>["Page"] }> };

const code: PageCode = {
  home: () => import("./pages/home/home-page.tsx"),
  bookCall: () => import("./pages/book-call/book-call-page.tsx"),
  schedule: () => import("./pages/schedule/schedule-page.tsx"),
  scheduleForm: () => import("./pages/schedule/form-page.tsx"),
};

/** The page of a state, if a script hydrates it. */
export function pageNameOf({ path, schedule }: PageState): PageName | undefined {
  if (schedule?.view === "times") return "schedule";
  if (schedule) return schedule.view === "form" && schedule.token === undefined ? "scheduleForm" : undefined;
  return routeAt(path)?.name;
}

/** Loads the page at an address, to render it without HTML; undefined when there is no page. */
export function loadPage(path: string): Promise<LoadedPage> | undefined {
  const name = routeAt(path)?.name;
  return name && twice(() => putTogether(name, fetchContent(name)));
}

/**
 * Retries once. Firefox does not request code again within a document (HTML Standard, module map), so callers have
 * another way. WebKit does, but returns the unfinished module if it broke while it ran; so the modules that are loaded
 * here export their main value last.
 */
export async function twice<Loaded>(ask: () => Promise<Loaded>): Promise<Loaded> {
  return ask().catch(ask);
}

/** The page that came as HTML; undefined for the error page. */
export async function loadPageOfHtml(): Promise<LoadedPage | undefined> {
  const { state } = readPageData();
  const name = pageNameOf(state);
  return name && putTogether(name, fetchContent(name));
}

/** A page's code and content, whichever arrives last. */
export async function putTogether<Name extends PageName>(
  name: Name,
  loading: PageContent[Name] | Promise<PageContent[Name]>,
): Promise<LoadedPage<Name>> {
  const [{ Page }, content] = await Promise.all([code[name](), loading]);
  if (typeof Page !== "function") throw new Error("The code of the page is not whole.");
  return { Page, content };
}

async function fetchContent<Name extends PageName>(name: Name): Promise<PageContent[Name]> {
  const response = await fetch(readPageData().contentFiles.replace("*", name));
  if (!response.ok) throw new Error(`The content of the page was answered with ${response.status}.`);
  return response.json();
}
