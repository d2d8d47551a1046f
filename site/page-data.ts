import { PAGE_DATA_ID, type PageState } from "../contract/http/page.ts";
import type { SharedContent } from "./page-content.ts";

/** The data block in the HTML of a page that a script hydrates. */
export interface PageData {
  state: PageState;
  shared: SharedContent;
  /** The address of the content files. A page's name replaces `{page}`. */
  contentFiles: string;
}

export const readPageData = (): PageData =>
  JSON.parse(elementOf(`#${PAGE_DATA_ID}`).textContent);

export function elementOf(selector: string): Element {
  const element = document.querySelector(selector);
  if (!element) throw new Error(`The page lacks its ${selector}.`);
  return element;
}
