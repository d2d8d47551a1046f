/** A part of a page that needs no script: without children it keeps the page's HTML. */
import { useState, type ReactNode } from "react";
import { useHydrated } from "./use-hydrated.ts";

const KEEP = { __html: "" };

/** For HTML that a translator or an extension changed before the script came: React cannot make such a part anew. */
export const CHANGED = new Error("The page was changed before its script came, and works without it.");

/** React leaves the content of an element with `dangerouslySetInnerHTML` alone, at hydration and afterwards. */
export function StaticPart({ children, className }: { children: ReactNode; className?: string | undefined }) {
  const [isNew] = useState(useHydrated());
  if (children !== undefined) return <div className={className}>{children}</div>;
  if (isNew) throw CHANGED;
  return <div className={className} suppressHydrationWarning dangerouslySetInnerHTML={KEEP} />;
}
