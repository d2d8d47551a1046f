/** The words that components on every page say, given once to the whole tree. */
import { createContext, use } from "react";
import type { SharedWords } from "../words.ts";

export const SharedWordsContext = createContext<SharedWords | undefined>(undefined);

/** @throws {Error} outside of the app, which gives the words */
export function useSharedWords(): SharedWords {
  const words = use(SharedWordsContext);
  if (!words) throw new Error("This component is not in the app, which gives the words.");
  return words;
}
