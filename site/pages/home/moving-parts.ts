/**
 * What moves on the landing page and on the pages of trades, which are plain
 * HTML. This module must not load React.
 */

import { HOME } from "../../../contract/http/routes.ts";
import { layOutWhole, prefersReducedMotion } from "../../components/motion.ts";
import { awaitLateCode } from "./await-late-code.ts";
import { opensElsewhere } from "./opens-elsewhere.ts";
import { startTyping } from "./typing.ts";

/**
 * The first touch asks for React, so that
 * a link to the form need not wait for it.
 */
export function awaitTouch(loadReact: () => Promise<unknown>): void {
  const prepare = () => void loadReact().catch(() => undefined);
  for (const touch of ["pointerover", "keydown"])
    addEventListener(touch, prepare, { once: true });
}

export function startMovingParts(isStill: boolean): void {
  awaitLateCode();
  if (!isStill) startTyping();
  followMenu();
  followSections();
  showDrawings();
  layOutFarSections();
  // The server fills in the times on a page that it
  // sends. A page that a script opens has none yet.
  if (document.querySelector("[data-times='']:empty"))
    void import("./late-code.ts").then(({ showNextTimes }) => showNextTimes());
}

/** Scrolls to the section of a pressed link, and closes a phone's menu. */
function followMenu(): void {
  const menu = document.querySelector<HTMLElement>("#menu");
  // A link was pressed before this script ran.
  if (document.activeElement?.matches("section")) menu?.hidePopover?.();
  menu?.addEventListener("click", (event) => {
    const { target } = event;
    const link =
      target instanceof Element &&
      target.closest<HTMLAnchorElement>("[href^='#']");
    if (!link) return;
    menu.hidePopover?.();
    if (!opensElsewhere(event)) glideTo(link.hash, event);
  });
}

/** Marks the menu's link to the section in the middle of the screen. */
function followSections(): void {
  // Two are there while their common edge is in the middle.
  const there = new Set<string>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries)
        if (isIntersecting) there.add(target.id);
        else there.delete(target.id);
      const [id] = there;
      if (id !== undefined) markLinkTo(id);
    },
    { rootMargin: "-50% 0px" },
  );
  for (const section of document.querySelectorAll("section[id]"))
    observer.observe(section);
}

function markLinkTo(id: string): void {
  for (const link of document.querySelectorAll("#menu [aria-current]"))
    link.removeAttribute("aria-current");
  document
    .querySelector(`#menu [href="#${id}"]`)
    ?.setAttribute("aria-current", "true");
}

/**
 * Only a script names the drawings' file, so that
 * no browser loads it before the first paint.
 */
function showDrawings(): void {
  for (const use of document.querySelectorAll<SVGElement>("use[data-href]"))
    use.setAttribute("href", use.dataset["href"] ?? "");
}

/**
 * The sections that the browser left out of the first layout get
 * their heights, each in an idle moment of its own: asking for a
 * height forces its layout now, not together with the others.
 */
function layOutFarSections(): void {
  const whenIdle =
    "requestIdleCallback" in window ? requestIdleCallback : setTimeout;
  for (const section of document.querySelectorAll<HTMLElement>("section[id]"))
    whenIdle(() => {
      section.style.contentVisibility = "visible";
      section.getBoundingClientRect();
    });
}

/**
 * Scrolls by script. Smooth scrolling by CSS
 * would also affect links from other pages.
 */
function glideTo(hash: string, event: Event): void {
  const section = document.getElementById(hash.slice(1));
  if (!section) return;
  event.preventDefault();
  // Another link's page may still be loading, and `location` may already name
  // that page. A new or replaced history entry cancels the load.
  const isHere = location.hash === hash && location.pathname === HOME.path;
  history[isHere ? "replaceState" : "pushState"](
    null,
    "",
    HOME.path + location.search + hash,
  );
  if (!isHere && !prefersReducedMotion()) returnOnBack(scrollY);
  layOutWhole();
  section.scrollIntoView({
    behavior: prefersReducedMotion() ? "auto" : "smooth",
  });
  section.focus({ preventScroll: true });
}

/** A browser's smooth scroll takes less time. */
const GLIDE_MS = 1_500;

/** After Back during a smooth scroll, Chrome would otherwise scroll on. */
function returnOnBack(top: number): void {
  const goBack = () =>
    requestAnimationFrame(() => scrollTo({ top, behavior: "instant" }));
  addEventListener("popstate", goBack, { once: true });
  setTimeout(() => removeEventListener("popstate", goBack), GLIDE_MS);
}
