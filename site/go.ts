/** Navigation inside the app. */
import { isGliding } from "./components/jump.ts";
import { withTransition } from "./components/navigation.ts";
import { prefersReducedMotion } from "./components/reduced-motion.ts";
import { loadPage } from "./load-page.ts";

/**
 * Goes to another page of the app: remembers where the visitor stood, so that Back can return there, and
 * cross-fades where the browser can and the visitor does not mind. A link to the page itself goes to its top.
 */
export function go<Options>(
  navigate: (to: string, options?: Options) => void,
  to: string,
  options?: Options,
): void {
  const reducedMotion = prefersReducedMotion();
  if (to === location.pathname) {
    scrollTo({ top: 0, behavior: reducedMotion ? "instant" : "smooth" });
    return;
  }
  void (async () => {
    try {
      // The page left behind too, so that Back finds it whole and can return to its place at once.
      await Promise.all([loadPage(to), loadPage(location.pathname)]);
    } catch {
      // The page did not arrive; a plain load asks for the whole page and shows the browser's own error.
      location.assign(to);
      return;
    }
    const gliding = isGliding();
    if (!gliding) history.replaceState({ ...history.state, scrollY }, "");
    // In the middle of a glide there is nowhere to return to but its section, for the browser as well.
    history.scrollRestoration = gliding ? "manual" : "auto";
    withTransition(() => {
      navigate(to, options);
      history.scrollRestoration = "auto";
    });
  })();
}
