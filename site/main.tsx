/**
 * The client's entry: hydrates a page when it is touched; unless the visitor saves data, also the
 * home page once the browser is idle and other pages at once. Why late: `docs/decisions/page.md`.
 */
import { ANALYTICS_ID, PAGE_DATA_ID } from "../contract/page.ts";
import { HOME, SCHEDULE_PATH } from "../contract/routes.ts";
import { keepShownCall } from "./booked-call.ts";
import { loadPage, readPageData } from "./load-page.ts";
import { awaitLateCode, isDemoOpen } from "./pages/home/await-late-code.ts";
import { beginVisit } from "./visit.ts";

const [opened] = performance.getEntriesByType("navigation");
/** The document's own path: a fast visitor may have gone Back before this script ran. */
const arrivedAt = new URL(opened?.name ?? location.href).pathname;
let hydration: Promise<void> | undefined;

function hydrateOnce(): void {
  hydration ??= hydratePage().catch((error: unknown) => {
    // The network was gone. The page works as plain HTML until the next touch tries again.
    hydration = undefined;
    // A page that is being left loads nothing more, and has nothing to say.
    setTimeout(() => console.error(error), 1_000);
  });
}

async function hydratePage(): Promise<void> {
  // Pages of trades and of text, and errors, have no data for React and stay as they are.
  if (!document.querySelector(`#${PAGE_DATA_ID}`)) return;
  const { state } = readPageData();
  const [{ hydrate }, page] = await Promise.all([import("./hydrate.tsx"), loadPage(state)]);
  // React has just run its own module: in the same task, both would hold the page up.
  await new Promise((soon) => setTimeout(soon));
  // React would close the demo. The touch that closes it tries again.
  if (!page || isDemoOpen()) hydration = undefined;
  else {
    removeEventListener("popstate", reloadWhenTurned);
    hydrate(page);
  }
}

/** Before hydration, Back and Forward to another page change only the address: loads its page. */
function reloadWhenTurned(): void {
  if (location.pathname !== arrivedAt) location.reload();
}

/** Another origin's script comes last: blocked, slow or broken, it delays nothing of ours. */
function addAnalytics(): void {
  const template = document.querySelector<HTMLTemplateElement>(`#${ANALYTICS_ID}`);
  if (template) document.body.append(document.importNode(template.content, true));
}

/**
 * Whether scripts should wait for a touch, as only Chrome can tell. On 3g the open times are still
 * worth their script, which shows them on the visitor's clock. Source: Network Information API.
 */
function savesData(hasOpenTimes: boolean): boolean {
  const connection: { saveData?: boolean; effectiveType?: string } =
    Reflect.get(navigator, "connection") ?? {};
  const isSlow = hasOpenTimes ? /2g/ : /[23]g/;
  return connection.saveData === true || isSlow.test(connection.effectiveType ?? "");
}

function whenIdle(run: () => void): void {
  const isLoading = document.readyState !== "complete";
  if (isLoading) addEventListener("load", () => whenIdle(run), { once: true });
  // Safari has no requestIdleCallback; there a moment after load replaces it.
  else if ("requestIdleCallback" in window) requestIdleCallback(run, { timeout: 4000 });
  else setTimeout(run, 1500);
}

function start(): void {
  const isSchedule = arrivedAt.startsWith(SCHEDULE_PATH);
  reloadWhenTurned();
  addEventListener("popstate", reloadWhenTurned);
  for (const touch of ["pointerdown", "keydown", "focusin"])
    addEventListener(touch, hydrateOnce, { passive: true });
  beginVisit();
  keepShownCall();
  awaitLateCode();
  whenIdle(addAnalytics);
  // A form whose history entry has a state was sent: its script, cached, shows the confirmation.
  if (savesData(isSchedule) && history.state === null) return;
  // The first formatter takes as long as all that hydrates; made by itself, it holds nothing up.
  if (isSchedule) setTimeout(Intl.DateTimeFormat);
  // On every other page a visitor comes to type or to choose.
  if (arrivedAt !== HOME.path) hydrateOnce();
  whenIdle(hydrateOnce);
}

// On a slow line this script can run when only the first part of the page is there.
if (document.readyState === "loading") addEventListener("DOMContentLoaded", start);
else start();
