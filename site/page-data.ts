/** The data block in a page's HTML: its state, the text that every page shares, and the URLs of pages' content. */
import { PAGE_DATA_ID, type PageState } from "../contract/page.ts";
import type { SharedContent } from "./page-content.ts";

export interface PageData {
  state: PageState;
  shared: SharedContent;
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
