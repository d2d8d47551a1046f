/** A part of a page that needs no script: where it is not given, it stays as it is in the page's HTML. */
import type { ReactNode } from "react";

const KEEP = { __html: "" };

/** React leaves the content of an element with `dangerouslySetInnerHTML` alone, when it hydrates and ever after. */
export function StaticPart({ children, className }: { children: ReactNode; className?: string | undefined }) {
  if (children) return <div className={className}>{children}</div>;
  return <div className={className} suppressHydrationWarning dangerouslySetInnerHTML={KEEP} />;
}
