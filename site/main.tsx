/** `docs/decisions/page.md` explains why this script hydrates pages late. */

import {
  ANALYTICS_ID,
  PAGE_DATA_ID,
  type TimesBoard,
} from "../contract/http/page.ts";
import { BOOK_CALL, HOME, SCHEDULE_PATH } from "../contract/http/routes.ts";
import { keepShownCall } from "./booked-call.ts";
import { prefersReducedMotion } from "./components/motion.ts";
import { loadPage } from "./load-page.ts";
import { readPageData } from "./page-data.ts";
import { isBoardRight } from "./pages/schedule/still-board.ts";
import { beginVisit } from "./visit.ts";

// The build removes React's calls of this method, which are without `window`.
const [opened] = window.performance.getEntriesByType("navigation");
/**
 * The document's path. If the visitor went Back
 * before, `location` has a different path.
 */
const arrivedAt = new URL(opened?.name ?? location.href).pathname;
const isLanding = arrivedAt === HOME.path;
const isSchedule = arrivedAt.startsWith(SCHEDULE_PATH);
let awakening: Promise<void> | undefined;

function wakeOnce(): void {
  awakening ??= wake().catch((error: unknown) => {
    // The page works as plain HTML until the next try.
    awakening = undefined;
    // Loading also fails when the visitor leaves
    // the page. The timer then never runs.
    setTimeout(() => console.error(error), 1_000);
  });
}

async function wake(): Promise<void> {
  const [navigation] = await Promise.all([
    // Without it, links load documents. Another try would start the page twice.
    hasNavigation()
      ? import("./components/navigation.ts").catch(() => undefined)
      : undefined,
    isStill() ? wakeStill() : hydratePage(),
  ]);
  if (!navigation) return;
  removeEventListener("popstate", reloadAtNewPath);
  navigation.startNavigation(loadReact);
}

/**
 * Only the server knows the open times, so links
 * and Back on a scheduling page load documents.
 */
function hasNavigation(): boolean {
  // On a slow line, a document comes sooner than React.
  return isLanding ? !isSlowLine() : arrivedAt === BOOK_CALL.path;
}

/** The landing page and the pages of trades work without React. */
const isStill = () => document.querySelector("section#contact") !== null;

async function wakeStill(): Promise<void> {
  const parts = await import("./pages/home/moving-parts.ts");
  // Used here, so that the build keeps the function out of React's file.
  parts.startMovingParts(prefersReducedMotion());
  if (hasNavigation()) parts.awaitTouch(loadReact);
}

const loadReact = () => import("./hydrate.tsx");

async function hydratePage(): Promise<void> {
  // A page of which no script changes anything,
  // such as a page of text, has no data.
  if (!hasPageData()) return;
  const [{ hydrate }, page] = await Promise.all([
    loadReact(),
    loadPage(readPageData().state),
  ]);
  // React's module has just run. Hydration in the
  // same task would block the page for longer.
  await new Promise((soon) => setTimeout(soon));
  if (page) hydrate(page);
}

function shownBoard(): TimesBoard | undefined {
  if (!hasPageData()) return undefined;
  const { schedule } = readPageData().state;
  return schedule?.view === "times" ? schedule : undefined;
}

const hasPageData = () => document.querySelector(`#${PAGE_DATA_ID}`) !== null;

/**
 * The times are links that work, so React
 * waits for a person where the HTML is right.
 */
function startBoard(board: TimesBoard): void {
  if (isBoardRight(board)) awaitPerson();
  // The first `DateTimeFormat`, in `isBoardRight`,
  // takes as long as the hydration.
  else setTimeout(wakeOnce);
}

/** Also when a browser shows the tab again: the times may be of yesterday. */
function awaitPerson(): void {
  const wakeIfSeen = () => document.hidden || wakeOnce();
  for (const sign of ["pointermove", "visibilitychange"])
    addEventListener(sign, wakeIfSeen);
}

/**
 * Before hydration, Back and Forward only change
 * the address. This function loads the page.
 */
function reloadAtNewPath(): void {
  if (location.pathname !== arrivedAt) location.reload();
}

/**
 * Runs after `load`, because a slow or blocked
 * script of another origin would delay `load`.
 */
function addAnalytics(): void {
  const template = document.querySelector<HTMLTemplateElement>(
    `#${ANALYTICS_ID}`,
  );
  if (template)
    document.body.append(document.importNode(template.content, true));
}

/** The scheduling page does not wait on 3g. Source: Network Information API. */
function isSlowLine(): boolean {
  const connection: { saveData?: boolean; effectiveType?: string } =
    Reflect.get(navigator, "connection") ?? {};
  const isSlow = isSchedule ? /2g/ : /[23]g/;
  return (
    connection.saveData === true || isSlow.test(connection.effectiveType ?? "")
  );
}

function whenIdle(run: () => void): void {
  const isLoading = document.readyState !== "complete";
  if (isLoading) addEventListener("load", () => whenIdle(run));
  // Safari has no requestIdleCallback.
  else if ("requestIdleCallback" in window)
    requestIdleCallback(run, { timeout: 4000 });
  else setTimeout(run, 1500);
}

function start(): void {
  reloadAtNewPath();
  addEventListener("popstate", reloadAtNewPath);
  for (const touch of ["pointerdown", "keydown"])
    addEventListener(touch, wakeOnce);
  beginVisit();
  keepShownCall();
  whenIdle(addAnalytics);
  // If the form was sent on this page, the page has a history
  // state, and shows the confirmation. The confirmation needs
  // React, which is in the browser's cache.
  if (isSlowLine() && history.state === null) return;
  const board = shownBoard();
  if (board) {
    setTimeout(() => startBoard(board));
    return;
  }
  if (isSchedule) setTimeout(Intl.DateTimeFormat);
  // Where visitors type, hydration starts at once.
  if (!isStill()) wakeOnce();
  whenIdle(wakeOnce);
}

// On a slow line this script can run before the whole page has arrived.
if (document.readyState === "loading")
  addEventListener("DOMContentLoaded", start);
else start();
