import { useEffect } from "react";

/** Keeps the document's title, and the canonical address of the page, in step with what is on screen. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title;
    const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]');
    if (canonical) canonical.href = new URL(location.pathname, canonical.href).href;
  }, [title]);
}
