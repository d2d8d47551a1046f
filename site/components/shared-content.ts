import { createContext, use } from "react";
import type { SharedContent } from "../page-content.ts";

export const SharedContentContext = createContext<SharedContent | undefined>(
  undefined,
);

export function useSharedContent(): SharedContent {
  const content = use(SharedContentContext);
  if (!content)
    throw new Error("This component is outside of SharedContentContext.");
  return content;
}
