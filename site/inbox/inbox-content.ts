/** The content of the operator's pages, passed once to the whole tree. */
import { createContext, use } from "react";
import type { Content } from "../content/schema.ts";
import type { SharedContent } from "../page-content.ts";

export type InboxContent = Pick<SharedContent, "logo"> &
  Pick<Content, "site" | "inbox" | "calls" | "leadContent" | "linkPages" | "services" | "fields">;

export const InboxContentContext = createContext<InboxContent | undefined>(undefined);

/** @throws {Error} outside a page that provides the content */
export function useInboxContent(): InboxContent {
  const content = use(InboxContentContext);
  if (!content) throw new Error("This component is not in a page, which gives the words.");
  return content;
}
