/**
 * The client's entry: leaves the page alone until the browser is idle or touched, then hydrates. The form's page at once,
 * unless data are to be saved. Why late: `docs/decisions/0002-hydrate-late.md`.
 */
import { ANALYTICS_ID, PAGE_DATA_ID, WEB_MANIFEST } from "../contract/page.ts";
import { VISIT_ITEM } from "../contract/rest-api.ts";
import { routeAt, SCHEDULE_PATH } from "../contract/routes.ts";
import { prefersReducedMotion } from "./components/reduced-motion.ts";
import { countStep } from "./count-step.ts";
import { putOnDisplayFont } from "./display-font.ts";
import { loadPageOfHtml, twice } from "./load-page.ts";

const FIRST_TOUCH = ["pointerdown", "keydown", "focusin"] as const;

const [opened] = performance.getEntriesByType("navigation");
/** The document's own path: a quick visitor may have gone Back before this script ran. */
const arrivedAt = new URL(opened?.name ?? location.href).pathname;
let started = false;

async function start(): Promise<void> {
  for (const type of FIRST_TOUCH) removeEventListener(type, touched);
  if (started) return;
  started = true;
  // On a slow line this script can run when only the first part of the page is there.
  if (document.readyState === "loading")
    await new Promise((parsed) => addEventListener("DOMContentLoaded", parsed, { once: true }));
  // A page of text alone has no data for React and stays as it is.
  if (!document.querySelector(`#${PAGE_DATA_ID}`)) return;
  try {
    const [{ hydrate }, page] = await twice(() => Promise.all([import("./hydrate.tsx"), loadPageOfHtml()]));
    removeEventListener("popstate", turned);
    hydrate(page);
  } catch (error) {
    // The signal was gone. The page works as plain HTML until the next touch tries again.
    console.error(error);
    started = false;
    awaitTouch();
  }
}

/** Back or Forward to another page before the script is there: the address has changed, so load what it names. */
function turned(): void {
  if (location.pathname !== arrivedAt) location.reload();
}

function touched(): void {
  void start();
}

function awaitTouch(): void {
  for (const type of FIRST_TOUCH) addEventListener(type, touched, { passive: true, once: true });
}

function whenIdle(run: () => void): void {
  if (document.readyState !== "complete") addEventListener("load", () => whenIdle(run), { once: true });
  // Safari has no requestIdleCallback; there a moment after load has to do.
  else if ("requestIdleCallback" in window) requestIdleCallback(run, { timeout: 4000 });
  else setTimeout(run, 1500);
}

const readyDemo = (): Promise<() => void> =>
  import("./pages/home/play-demo.ts").then(({ startDemo }) => startDemo(prefersReducedMotion));

/** Opens the demo to be played, and where the code for that does not come, to be read. */
function onDemo(event: MouseEvent): void {
  if (!(event.target instanceof Element && event.target.closest("p>[popovertarget]"))) return;
  event.preventDefault();
  void readyDemo().then(
    (open) => open(),
    () => document.querySelector<HTMLElement>("#demo")?.showPopover?.(),
  );
}

/** Another origin's script comes last: blocked, slow or broken, it holds up nothing of ours. */
function addAnalytics(): void {
  const counting = document.querySelector<HTMLTemplateElement>(`#${ANALYTICS_ID}`);
  if (counting) document.body.append(document.importNode(counting.content, true));
}

function addManifest(): void {
  document.head.append(
    Object.assign(document.createElement("link"), { rel: "manifest", href: WEB_MANIFEST }),
  );
}

/** Chrome alone tells. Source: Network Information API, Save-Data. */
function sparesData(): boolean {
  const connection: { saveData?: boolean; effectiveType?: string } =
    Reflect.get(navigator, "connection") ?? {};
  return connection.saveData === true || /[23]g/.test(connection.effectiveType ?? "");
}

/** Where the visit began, for the lead: kept in this tab alone. A later page finds it there. */
function rememberVisit(): void {
  try {
    const visit = `${location.href} ${document.referrer}`;
    if (!sessionStorage.getItem(VISIT_ITEM)) sessionStorage.setItem(VISIT_ITEM, visit.slice(0, 2000));
  } catch {
    // Blocked: the lead comes without it.
  }
}

addEventListener("popstate", turned);
turned();
addEventListener("input", () => countStep("begun"), { once: true });
addEventListener("click", ({ target }) => {
  if (target instanceof Element && target.closest("[target]")) countStep("scheduler");
});
addEventListener("click", onDemo);
rememberVisit();
awaitTouch();
countStep("visits");
void putOnDisplayFont();
if (!sparesData()) {
  if (routeAt(arrivedAt)?.hydrate === "after paint" || arrivedAt.startsWith(SCHEDULE_PATH)) touched();
  whenIdle(touched);
  whenIdle(addManifest);
  // Should it not come now, the press asks for it again.
  if (document.querySelector("#demo")) whenIdle(() => void readyDemo().catch(() => undefined));
}
whenIdle(addAnalytics);
