/** Loads pages: each has its own script, and its content comes with its HTML or as a file. Free of React. */
import type { ComponentType } from "react";
import type { PageState } from "../contract/page.ts";
import { routeAt, type RouteName } from "../contract/routes.ts";
import { readPageData } from "./page-data.ts";
import type { PageContent, PageName, PageProps } from "./page-content.ts";

export type LoadedPage<Name extends PageName = PageName> = {
  [Each in Name]: { Page: ComponentType<PageProps<PageContent[Each]>>; content: PageContent[Each] };
}[Name];

type PageCode = { [Name in PageName]: () => Promise<{ Page: LoadedPage<Name>["Page"] }> };

const hydrating: PageCode = {
  home: () => import("./pages/home/home-page.tsx"),
  bookCall: () => import("./pages/book-call/book-call-page.tsx"),
  schedule: () => import("./pages/schedule/schedule-page.tsx"),
  scheduleForm: () => import("./pages/schedule/form-page.tsx"),
};

/** The components that render a page without HTML of it. Only the server renders the whole form of the scheduling page. */
export const whole: PageCode = {
  ...hydrating,
  home: () => import("./pages/home/whole-home-page.tsx"),
  bookCall: () => import("./pages/book-call/whole-book-call-page.tsx"),
};

/** The page of a state, if a script hydrates it. */
export function pageNameOf({ path, schedule }: PageState): PageName | undefined {
  if (schedule?.view === "times") return "schedule";
  if (schedule) return schedule.view === "form" && schedule.token === undefined ? "scheduleForm" : undefined;
  return routeAt(path)?.name;
}

/** Loads a page's code and content, to render it without HTML; undefined when there is no page. */
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

/** The page that came as HTML, with its content; undefined for the error page. */
export async function loadPageOfHtml(): Promise<LoadedPage | undefined> {
  const { state, pageContent } = readPageData();
  const name = pageNameOf(state);
  const given = name && pageContent[name];
  // In `npm run dev` a change shows at once, in the static parts, too.
  return given && putTogether(name, given, import.meta.env.DEV ? whole : hydrating);
}

/** A page's code and content, whichever arrives last. */
export async function putTogether<Name extends PageName>(
  name: Name,
  loading: PageContent[Name] | Promise<PageContent[Name]>,
  code = whole,
): Promise<LoadedPage<Name>> {
  const [{ Page }, content] = await Promise.all([code[name](), loading]);
  if (typeof Page !== "function") throw new Error("The code of the page is not whole.");
  return { Page, content };
}

async function fetchContent<Name extends RouteName>(name: Name): Promise<PageContent[Name]> {
  const response = await fetch(readPageData().contentFiles.replace("*", name));
  if (!response.ok) throw new Error(`The content of the page was answered with ${response.status}.`);
  return response.json();
}
