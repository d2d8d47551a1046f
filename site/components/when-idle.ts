/** Runs once the page has loaded and the browser has nothing else to do. */
export function whenIdle(run: () => void): void {
  if (document.readyState !== "complete") addEventListener("load", () => whenIdle(run), { once: true });
  // Safari has no requestIdleCallback; there a moment after load replaces it.
  else if ("requestIdleCallback" in window) requestIdleCallback(run, { timeout: 4000 });
  else setTimeout(run, 1500);
}
