/**
 * The client's entry: waits until the browser is idle or touched, then hydrates. The form's page hydrates at once, unless
 * the visitor saves data. Why late: `docs/decisions/page.md`.
 */
import { ANALYTICS_ID, PAGE_DATA_ID } from "../contract/page.ts";
import { CALL_PATH, routeAt, SCHEDULE_PATH, WEB_MANIFEST } from "../contract/routes.ts";
import { prefersReducedMotion } from "./components/reduced-motion.ts";
import { loadPageOfHtml, twice } from "./load-page.ts";
import { findOwnCall } from "./booked-call.ts";
import { beginVisit } from "./visit.ts";

const FIRST_TOUCH = ["pointerdown", "keydown", "focusin"] as const;

const [opened] = performance.getEntriesByType("navigation");
/** The document's own path: a fast visitor may have gone Back before this script ran. */
const arrivedAt = new URL(opened?.name ?? location.href).pathname;
const isSchedule = arrivedAt.startsWith(SCHEDULE_PATH);
let started = false;

async function start(): Promise<void> {
  for (const type of FIRST_TOUCH) removeEventListener(type, touched);
  if (started) return;
  started = true;
  // On a slow line this script can run when only the first part of the page is there.
  if (document.readyState === "loading")
    await new Promise((parsed) => addEventListener("DOMContentLoaded", parsed, { once: true }));
  // A text-only page has no data for React and stays as it is.
  if (!document.querySelector(`#${PAGE_DATA_ID}`)) return;
  try {
    const [{ hydrate }, page] = await twice(() => Promise.all([import("./hydrate.tsx"), loadPageOfHtml()]));
    // React has just run its own module: in the same task, both would hold the page up.
    await new Promise((soon) => setTimeout(soon));
    await demoClosed();
    removeEventListener("popstate", turned);
    hydrate(page);
  } catch (error) {
    // The signal was gone. The page works as plain HTML until the next touch tries again.
    console.error(error);
    started = false;
    awaitTouch();
  }
}

/** React would close a demo that was opened before it came. Its code gives it its buttons. */
async function demoClosed(): Promise<void> {
  const demo = document.querySelector<HTMLDialogElement>("#demo");
  if (!demo?.open && !(demo && "popover" in demo && demo.matches(":popover-open"))) return;
  prepareDemo();
  await new Promise((changed) => {
    for (const type of ["close", "toggle"]) demo.addEventListener(type, changed, { once: true });
  });
  return demoClosed();
}

/** After Back or Forward to another page before the script arrived, the address has changed: loads its page. */
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
  // Safari has no requestIdleCallback; there a moment after load replaces it.
  else if ("requestIdleCallback" in window) requestIdleCallback(run, { timeout: 4000 });
  else setTimeout(run, 1500);
}

const readyDemo = (): Promise<() => void> =>
  import("./pages/home/late-code.ts").then((code) => code.startDemo(prefersReducedMotion));

function prepareDemo(): void {
  readyDemo().catch(() => undefined);
}

/** Opens the demo to be played, or, when its code does not arrive, to be read. */
function clicked(event: MouseEvent): void {
  const { target } = event;
  if (!(target instanceof Element)) return;
  if (!target.closest("p>[popovertarget]")) return;
  event.preventDefault();
  void readyDemo().then(
    (open) => open(),
    () => document.querySelector<HTMLElement>("#demo")?.showPopover?.(),
  );
}

/** Another origin's script comes last: blocked, slow or broken, it delays nothing of ours. */
function addAnalytics(): void {
  const counting = document.querySelector<HTMLTemplateElement>(`#${ANALYTICS_ID}`);
  if (counting) document.body.append(document.importNode(counting.content, true));
}

function addManifest(): void {
  document.head.append(
    Object.assign(document.createElement("link"), { rel: "manifest", href: WEB_MANIFEST }),
  );
}

/**
 * Only Chrome reports it. Source: Network Information API, Save-Data. On 3g the open times are still worth their script,
 * which shows them on the visitor's clock.
 */
function sparesData(): boolean {
  const connection: { saveData?: boolean; effectiveType?: string } =
    Reflect.get(navigator, "connection") ?? {};
  const isSlow = isSchedule ? /2g/ : /[23]g/;
  return connection.saveData === true || isSlow.test(connection.effectiveType ?? "");
}

addEventListener("popstate", turned);
turned();
// Back may show the page of a call as it was before the call was moved.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted && arrivedAt === CALL_PATH) location.reload();
});
addEventListener("click", clicked);
awaitTouch();
beginVisit();
findOwnCall();
// An entry with a state was sent: its script is in the cache, and replaces the form by the confirmation.
if (!sparesData() || history.state !== null) {
  // The first formatter takes as long as all that hydrates; made by itself, it holds nothing up.
  if (isSchedule) setTimeout(Intl.DateTimeFormat);
  if (isSchedule || routeAt(arrivedAt)?.hydrate === "after paint") touched();
  whenIdle(touched);
  whenIdle(addManifest);
}
whenIdle(addAnalytics);
// A mouse that moves or a finger may be on its way to the demo. If its code does not arrive now, the press requests it again.
if (document.querySelector("#demo, #missed, [data-times]")) {
  // A visitor may have scrolled to the sliders before this script came.
  if (scrollY > 0) prepareDemo();
  for (const type of ["pointerover", "scroll"]) addEventListener(type, prepareDemo, { once: true });
}
