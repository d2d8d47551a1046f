/**
 * Going from page to page inside the app. One navigation is under way at a time, the last one asked for wins, and what
 * is on screen changes once the page's code is there. Whatever stands in the way, the browser loads the document.
 */
import { useEffect, useLayoutEffect, useSyncExternalStore, type MouseEvent } from "react";
import { flushSync } from "react-dom";
import { enterEntry, keepPlace, pushEntry, returnToPlace, startPlaces } from "./places.ts";
import { prefersReducedMotion } from "./reduced-motion.ts";

/** How long a page's code may take. Milliseconds; a document shows its words without any. */
const PATIENCE_MS = 8_000;

/** Loads what the page at a path needs; undefined where there is no page. */
type Load = (path: string) => Promise<unknown> | undefined;

let load: Load = () => undefined;
let onScreen = "";
/** The path of the page that was opened inside the app; the first one belongs to the browser. */
let opened: string | undefined;
let latest = 0;
let handedOver = false;
const listeners = new Set<() => void>();

/** To be called once, when the page is taken over. */
export function startNavigation(loadPage: Load): void {
  load = loadPage;
  onScreen = location.pathname;
  startPlaces();
  addEventListener("popstate", goToEntry);
}

/** The path of the page that was opened inside the app; undefined while it is the one that the browser loaded. */
export function useOpened(): string | undefined {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    () => opened,
    () => undefined,
  );
}

/** After a render error: from now on every link and every step of history loads its document. */
export function handOver(): void {
  handedOver = true;
}

/** Whether a click means the link here and now, not a new tab or a download. */
export function isPlainClick(event: MouseEvent): boolean {
  const { altKey, ctrlKey, metaKey, shiftKey } = event;
  return !event.defaultPrevented && event.button === 0 && !(altKey || ctrlKey || metaKey || shiftKey);
}

/** What a link inside the site does when it is clicked. A link to the page itself goes to its top. */
export function follow(event: MouseEvent<HTMLAnchorElement>): void {
  if (handedOver || !isPlainClick(event)) return;
  event.preventDefault();
  const to = event.currentTarget.pathname;
  const isHere = to === location.pathname;
  if (isHere && to === onScreen) {
    stay();
    scrollTo({ top: 0, behavior: prefersReducedMotion() ? "auto" : "smooth" });
  } else {
    const arrive = isHere ? enterEntry : () => pushEntry(to);
    void travel(to, arrive, () => location.assign(to));
  }
}

/** Gives up a navigation that is under way. */
export function stay(): void {
  latest += 1;
  showUnderWay(false);
}

/** Back or Forward: the address is there already, and the screen follows. */
function goToEntry(): void {
  keepPlace();
  const { pathname } = location;
  if (handedOver) location.reload();
  else if (pathname === onScreen) {
    stay();
    enterEntry();
    // To an entry of before the script came, the browser returns by itself.
    if (history.scrollRestoration === "manual") returnToPlace();
  } else void travel(pathname, enterEntry, () => location.reload());
}

async function travel(path: string, arrive: () => void, loadDocument: () => void): Promise<void> {
  stay();
  const own = latest;
  showUnderWay(true);
  try {
    const page = load(path);
    if (!page) throw new Error(`There is no page at ${path}.`);
    await Promise.race([page, patience()]);
  } catch (error) {
    console.error(error);
    if (own === latest) loadDocument();
    return;
  }
  const left = onScreen;
  withTransition(() => {
    if (own !== latest) return;
    stay();
    arrive();
    onScreen = opened = path;
    for (const changed of listeners) changed();
  });
  // So that Back finds it at once.
  load(left)?.catch(() => undefined);
}

function patience(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error("The page's code takes too long.")), PATIENCE_MS);
  });
}

function showUnderWay(isUnderWay: boolean): void {
  document.documentElement.toggleAttribute("data-under-way", isUnderWay);
}

/** Changes what is on screen with a cross-fade, where the browser can and the visitor does not mind. */
export function withTransition(change: () => void): void {
  try {
    if (!prefersReducedMotion() && "startViewTransition" in document) {
      // A change that follows at once cuts the fade short, and that is all that fails.
      document.startViewTransition(() => flushSync(change)).ready.catch(() => undefined);
      return;
    }
  } catch (error) {
    console.error(error);
  }
  change();
}

/**
 * Sets the document's title and, after a navigation inside the app, moves focus to the page's heading and the
 * view to its place.
 * @param headingId id of the heading; it must carry `tabIndex={-1}`
 */
export function usePage(title: string, headingId: string): void {
  useEffect(() => {
    document.title = title;
    const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]');
    if (canonical) canonical.href = new URL(location.pathname, canonical.href).href;
  }, [title]);

  useLayoutEffect(() => {
    if (opened === undefined) return;
    const heading = document.getElementById(location.hash.slice(1)) ?? document.getElementById(headingId);
    heading?.focus({ preventScroll: true });
    returnToPlace();
  }, [headingId]);
}
