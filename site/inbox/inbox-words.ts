/** The words of the operator's pages, given once to the whole tree. */
import { createContext, use } from "react";
import type { Content } from "../content/schema.ts";
import type { SharedWords } from "../words.ts";

export type InboxWords = Pick<SharedWords, "logo"> &
  Pick<Content, "site" | "inbox" | "leadWords" | "linkPages" | "services" | "fields">;

export const InboxWordsContext = createContext<InboxWords | undefined>(undefined);

/** @throws {Error} outside of a page that gives the words */
export function useInboxWords(): InboxWords {
  const words = use(InboxWordsContext);
  if (!words) throw new Error("This component is not in a page, which gives the words.");
  return words;
}
