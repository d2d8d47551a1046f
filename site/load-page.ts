/** `main.tsx` loads React late, so this module must not load React. */

import type { ComponentType } from "react";
import { fillIn } from "../contract/content/fill-in.ts";
import type { PageState } from "../contract/http/page.ts";
import { routeAt } from "../contract/http/routes.ts";
import type { PageContent, PageName, PageProps } from "./page-content.ts";
import { readPageData } from "./page-data.ts";

export type LoadedPage<Name extends PageName = PageName> = {
  [Each in Name]: {
    Page: ComponentType<PageProps<PageContent[Each]>>;
    content: PageContent[Each];
  };
}[Name];

type PageCode = {
  [Name in PageName]: () => Promise<{ default: LoadedPage<Name>["Page"] }>;
};

const pageCode: PageCode = {
  home: () => import("./pages/home/home-page.tsx"),
  bookCall: () => import("./pages/book-call/book-call-page.tsx"),
  schedule: () => import("./pages/schedule/schedule-page.tsx"),
  scheduleForm: () => import("./pages/schedule/form-page.tsx"),
};

/**
 * Undefined when no script hydrates the page.
 * Do not call this function for error pages.
 */
export function pageNameOf({
  path,
  schedule,
}: PageState): PageName | undefined {
  if (schedule?.view === "times") return "schedule";
  if (schedule?.view === "form" && schedule.token === undefined)
    return "scheduleForm";
  return schedule ? undefined : routeAt(path)?.name;
}

export function loadPage(state: PageState): Promise<LoadedPage> | undefined {
  const name = pageNameOf(state);
  return name && assemblePage(name, fetchContent(name));
}

/** Loads the code of a page while the page's content loads. */
export async function assemblePage<Name extends PageName>(
  name: Name,
  content: PageContent[Name] | Promise<PageContent[Name]>,
): Promise<LoadedPage<Name>> {
  const [{ default: Page }, loadedContent] = await Promise.all([
    pageCode[name](),
    content,
  ]);
  return { Page, content: loadedContent };
}

async function fetchContent<Name extends PageName>(
  name: Name,
): Promise<PageContent[Name]> {
  const response = await fetch(
    fillIn(readPageData().contentFiles, { page: name }),
  );
  if (!response.ok)
    throw new Error(`The page's content was answered with ${response.status}.`);
  return response.json();
}
