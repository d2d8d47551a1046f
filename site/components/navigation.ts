/** What a browser does when it loads a page, done for a navigation inside the app: title, scroll position, focus. */
import { useEffect, useLayoutEffect } from "react";
import { flushSync } from "react-dom";
import { loadWholePage } from "../page-modules.ts";
import { isGliding } from "./jump.ts";
import { prefersReducedMotion } from "./reduced-motion.ts";

/** Whether the page on screen was reached inside the app; the first one belongs to the browser. */
let navigated = false;

if (typeof window !== "undefined") {
  addEventListener("popstate", () => {
    navigated = true;
  });
}

/** False on the page that the browser loaded, which is there as HTML. */
export function reachedInApp(): boolean {
  return navigated;
}

/**
 * Goes to another page of the app: remembers where the visitor stood, so that Back can return there, and
 * cross-fades where the browser can and the visitor does not mind. A link to the page itself goes to its top.
 */
export function go<Options>(
  navigate: (to: string, options?: Options) => void,
  to: string,
  options?: Options,
): void {
  const calm = prefersReducedMotion();
  if (to === location.pathname) {
    scrollTo({ top: 0, behavior: calm ? "instant" : "smooth" });
    return;
  }
  void (async () => {
    try {
      // The page left behind too, so that Back finds it whole and can return to its place at once.
      await Promise.all([loadWholePage(to), loadWholePage(location.pathname)]);
    } catch {
      // The page's code did not arrive; a plain load asks for the whole page and shows the browser's own error.
      location.assign(to);
      return;
    }
    const gliding = isGliding();
    if (!gliding) history.replaceState({ ...history.state, scrollY }, "");
    // In the middle of a glide there is nowhere to return to but its section, for the browser as well.
    history.scrollRestoration = gliding ? "manual" : "auto";
    navigated = true;
    withTransition(() => {
      navigate(to, options);
      history.scrollRestoration = "auto";
    });
  })();
}

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
    if (!navigated) return;
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
