/** The data block in a page's HTML: its state, its content, and the URLs of other pages' content. */
import { PAGE_DATA_ID, type PageState } from "../contract/page.ts";
import type { PageContent, SharedContent } from "./page-content.ts";

export interface PageData {
  state: PageState;
  shared: SharedContent;
  pageContent: Partial<PageContent>;
  /** The address of content files, with `*` for a name. They never change: the address contains a hash. */
  contentFiles: string;
}

/** @throws {Error} when the page was not built by this project */
export function readPageData(): PageData {
  return JSON.parse(elementOf(`#${PAGE_DATA_ID}`).textContent);
}

/** @throws {Error} when the page was not built by this project */
export function elementOf(selector: string): Element {
  const element = document.querySelector(selector);
  if (!element) throw new Error(`The page lacks its ${selector}.`);
  return element;
}
