/** What a browser does when it shows a page, done for a page that is opened inside the app: title, place, focus. */
import { useEffect, useLayoutEffect } from "react";
import { flushSync } from "react-dom";
import { prefersReducedMotion } from "./reduced-motion.ts";

/** Whether a page was shown before the one that is: the first one's place and focus belong to the browser. */
let shown = false;

/** Changes what is on screen with a cross-fade, where the browser can and the visitor does not mind. */
export function withTransition(change: () => void): void {
  try {
    if (!prefersReducedMotion() && "startViewTransition" in document)
      return void document.startViewTransition(() => flushSync(change));
  } catch (error) {
    console.error(error);
  }
  change();
}

/**
 * Sets the document's title and, after a navigation inside the app, moves focus to the page's heading and the
 * view to the remembered place, the address's `#section`, or the top.
 * @param headingId id of the heading; it must carry `tabIndex={-1}`
 */
export function usePage(title: string, headingId: string): void {
  useEffect(() => {
    document.title = title;
    const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]');
    if (canonical) canonical.href = new URL(location.pathname, canonical.href).href;
  }, [title]);

  useLayoutEffect(() => {
    const first = !shown;
    shown = true;
    if (first) return;
    const section = document.getElementById(location.hash.slice(1));
    const remembered = rememberedScroll(history.state);
    (section ?? document.getElementById(headingId))?.focus({ preventScroll: true });
    if (remembered === undefined && section) section.scrollIntoView({ behavior: "instant" });
    else scrollTo({ top: remembered ?? 0, behavior: "instant" });
  }, [headingId]);
}

function rememberedScroll(state: unknown): number | undefined {
  if (typeof state !== "object" || state === null || !("scrollY" in state)) return undefined;
  return typeof state.scrollY === "number" ? state.scrollY : undefined;
}
