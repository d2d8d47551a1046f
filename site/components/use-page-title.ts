import { useEffect } from "react";

/** Keeps the document's title, and sets the page's canonical address, when its screen changes. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title;
    const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]');
    if (canonical) canonical.href = new URL(location.pathname, canonical.href).href;
  }, [title]);
}
