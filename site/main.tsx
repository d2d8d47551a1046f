/** `docs/decisions/page.md` explains why this script hydrates pages late. */
import { ANALYTICS_ID, PAGE_DATA_ID } from "../contract/http/page.ts";
import { HOME, SCHEDULE_PATH } from "../contract/http/routes.ts";
import { keepShownCall } from "./booked-call.ts";
import { loadPage } from "./load-page.ts";
import { readPageData } from "./page-data.ts";
import { awaitLateCode, isDemoOpen } from "./pages/home/await-late-code.ts";
import { beginVisit } from "./visit.ts";

const [opened] = performance.getEntriesByType("navigation");
/** The document's path. If the visitor went Back before, `location` has a different path. */
const arrivedAt = new URL(opened?.name ?? location.href).pathname;
let hydration: Promise<void> | undefined;

function hydrateOnce(): void {
  hydration ??= hydratePage().catch((error: unknown) => {
    // The page works as plain HTML until the next try.
    hydration = undefined;
    // Loading also fails when the visitor leaves the page. The timer then never runs.
    setTimeout(() => console.error(error), 1_000);
  });
}

async function hydratePage(): Promise<void> {
  // A page that works without React, such as the page of a trade, has no data.
  if (!document.querySelector(`#${PAGE_DATA_ID}`)) return;
  const { state } = readPageData();
  const [{ hydrate }, page, navigation] = await Promise.all([
    import("./hydrate.tsx"),
    loadPage(state),
    // Only the server knows the open times, so links and Back on a scheduling page load documents.
    state.schedule ? undefined : import("./components/navigation.ts"),
  ]);
  // React's module has just run. Hydration in the same task would block the page for longer.
  await new Promise((soon) => setTimeout(soon));
  // Hydration would close an open demo. So it waits for the touch that closes the demo.
  if (!page || isDemoOpen()) hydration = undefined;
  else {
    removeEventListener("popstate", reloadAtNewPath);
    const show = hydrate(page);
    navigation?.startNavigation(show);
  }
}

/** Before hydration, Back and Forward only change the address. This function loads the page. */
function reloadAtNewPath(): void {
  if (location.pathname !== arrivedAt) location.reload();
}

/** Runs after `load`, because a slow or blocked script of another origin would delay `load`. */
function addAnalytics(): void {
  const template = document.querySelector<HTMLTemplateElement>(
    `#${ANALYTICS_ID}`,
  );
  if (template)
    document.body.append(document.importNode(template.content, true));
}

/** The scheduling page does not wait on 3g. Source: Network Information API. */
function shouldWaitForTouch(isSchedule: boolean): boolean {
  const connection: { saveData?: boolean; effectiveType?: string } =
    Reflect.get(navigator, "connection") ?? {};
  const isSlow = isSchedule ? /2g/ : /[23]g/;
  return (
    connection.saveData === true || isSlow.test(connection.effectiveType ?? "")
  );
}

function whenIdle(run: () => void): void {
  const isLoading = document.readyState !== "complete";
  if (isLoading) addEventListener("load", () => whenIdle(run), { once: true });
  // Safari has no requestIdleCallback.
  else if ("requestIdleCallback" in window)
    requestIdleCallback(run, { timeout: 4000 });
  else setTimeout(run, 1500);
}

function start(): void {
  const isSchedule = arrivedAt.startsWith(SCHEDULE_PATH);
  reloadAtNewPath();
  addEventListener("popstate", reloadAtNewPath);
  for (const touch of ["pointerdown", "keydown", "focusin"])
    addEventListener(touch, hydrateOnce, { passive: true });
  beginVisit();
  keepShownCall();
  awaitLateCode();
  whenIdle(addAnalytics);
  // If the form was sent on this page, the page has a history state, and shows the confirmation.
  // The confirmation needs React, which is in the browser's cache.
  if (shouldWaitForTouch(isSchedule) && history.state === null) return;
  // The first `DateTimeFormat` takes as long as the hydration, so it gets a task of its own.
  if (isSchedule) setTimeout(Intl.DateTimeFormat);
  // Except on the landing page, visitors type or choose, so hydration starts at once.
  if (arrivedAt !== HOME.path) hydrateOnce();
  whenIdle(hydrateOnce);
}

// On a slow line this script can run before the whole page has arrived.
if (document.readyState === "loading")
  addEventListener("DOMContentLoaded", start);
else start();
