/**
 * Links to a place on the same page (`#about`). They work without script; with it the page glides there, unless
 * the visitor asked for less motion, and focus follows. Not by CSS `scroll-behavior`, which would also make a page
 * that was opened by a link glide up.
 */
import type { MouseEvent } from "react";
import { prefersReducedMotion } from "./reduced-motion.ts";

let gliding = false;

/** Whether the page is on its way to a section, so that where it stands now is nowhere to return to. */
export function isGliding(): boolean {
  return gliding;
}

function arrive(): void {
  gliding = false;
}

export function jump(event: MouseEvent<HTMLAnchorElement>): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
    return;
  const { hash } = event.currentTarget;
  const target = document.getElementById(decodeURIComponent(hash.slice(1)));
  if (!target) return;
  event.preventDefault();
  if (location.hash !== hash) history.pushState(null, "", hash);
  const calm = prefersReducedMotion();
  gliding = !calm;
  addEventListener("scrollend", arrive, { once: true });
  target.scrollIntoView({ behavior: calm ? "instant" : "smooth" });
  target.focus({ preventScroll: true });
}
