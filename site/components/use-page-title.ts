import { useEffect } from "react";

/**
 * Sets the document's title, and sets its
 * canonical address to the current path.
 */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title;
    const canonical = document.querySelector<HTMLLinkElement>(
      'link[rel="canonical"]',
    );
    if (canonical)
      canonical.href = new URL(location.pathname, canonical.href).href;
  }, [title]);
}
