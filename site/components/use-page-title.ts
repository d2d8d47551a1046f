import { useEffect } from "react";

/** Updates the document's title and the page's canonical address with the screen. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title;
    const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]');
    if (canonical) canonical.href = new URL(location.pathname, canonical.href).href;
  }, [title]);
}
