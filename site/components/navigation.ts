/**
 * Navigation API: HTML Standard, 7.2.6. In
 * browsers without this API, links load documents.
 */

import type { PageState } from "../../contract/http/page.ts";
import { loadPage, pageNameOf } from "../load-page.ts";
import "./navigation.css";
import { layOutWhole, withTransition } from "./motion.ts";

/** @param loadReact which a page that is plain HTML has not loaded yet */
export function startNavigation(
  loadReact: () => Promise<typeof import("../hydrate.tsx")>,
): void {
  // The build replaces the global name, so that React's
  // own use of it goes (scripts/build/bundle.ts).
  const { navigation } = window;
  if (!("navigation" in window)) return;
  /**
   * The path of the page on the screen. `location`
   * may already name a page that still loads.
   */
  let shownPath = location.pathname;

  function onNavigate(event: NavigateEvent): void {
    const { destination, navigationType, signal } = event;
    navigation.updateCurrentEntry({ state: scrollY });
    if (!event.canIntercept || navigationType === "reload") return;
    const { pathname: path } = new URL(destination.url);
    // Forms post to the shown page. On an error page, a link loads
    // a document, because the document brings fresh code.
    const needsFreshCode =
      navigationType !== "traverse" &&
      document.querySelector("#error") !== null;
    if (path === shownPath || needsFreshCode) return;
    const state: PageState = { path, status: 200, form: { kind: "empty" } };
    if (!pageNameOf(state)) return;
    const loading = Promise.all([loadReact(), loadPage(state)]);

    const handler = async () => {
      try {
        const [{ showPage }, page] = await loading;
        await withTransition(() => {
          if (signal.aborted || !page) return;
          showProgress(false);
          shownPath = path;
          showPage(state, page);
          arrive();
        });
      } catch (error) {
        console.error(error);
        if (!signal.aborted) location.reload();
      }
    };

    function arrive(): void {
      const target =
        document.getElementById(location.hash.slice(1)) ??
        document.querySelector("h1");
      target?.focus({ preventScroll: true });
      const top = destination.getState();
      layOutWhole();
      if (navigationType === "traverse" && typeof top === "number")
        scrollTo(0, top);
      else event.scroll();
    }

    signal.addEventListener("abort", () => showProgress(false));
    showProgress(true);
    event.intercept({ handler, focusReset: "manual", scroll: "manual" });
  }

  navigation.addEventListener("navigate", onNavigate);
}

function showProgress(isUnderWay: boolean): void {
  document.documentElement.toggleAttribute("data-under-way", isUnderWay);
}
