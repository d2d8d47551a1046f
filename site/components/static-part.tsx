/** A part of a page that needs no script: without children it keeps the page's HTML. */
import type { ReactNode } from "react";

const KEEP = { __html: "" };

/** React leaves the content of an element with `dangerouslySetInnerHTML` alone, at hydration and afterwards. */
export function StaticPart({ children, className }: { children: ReactNode; className?: string | undefined }) {
  if (children) return <div className={className}>{children}</div>;
  return <div className={className} suppressHydrationWarning dangerouslySetInnerHTML={KEEP} />;
}
